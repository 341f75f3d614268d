#!/bin/sh
# Restarts the nodes one after the other, so that no call fails: each is taken out of the proxy's list, finishes the calls
# that it has, is restarted, becomes ready, and is put back.
#
#   deploy/rolling-restart.sh node-1=172.30.40.11:8080 node-2=172.30.40.12:8080
#
# Without variables it is for docker-compose.yml, in its folder. Elsewhere:
#   PROXY       what runs a command where nginx runs; blank: right here
#   NGINX_CONF  its configuration, as it is used, with one `server <address> …;` a line or more
#   RELOAD      what makes nginx read it again
#   RESTART     what restarts the node named behind it, and returns when it is ready
#   DRAIN       seconds from the reload until the former workers of nginx have nothing more for the node
set -eu
: "${PROXY=docker compose exec -T proxy}"
: "${NGINX_CONF:=/etc/nginx/nginx.conf}"
: "${RELOAD:=nginx -s reload}"
: "${RESTART:=docker compose up -d --no-deps --force-recreate --wait}"
: "${DRAIN:=5}"

# edit <sed script>: written over, not replaced: the file may be a mount, and its owner stays.
edit() {
  $PROXY sh -c 'new=$(sed "$1" "$2") && printf "%s\n" "$new" > "$2"' edit "$1" "$NGINX_CONF"
  $PROXY $RELOAD
}

[ $# -ge 2 ] || { echo "Usage: $0 name=address:port name=address:port …   (two or more: one serves while another restarts)" >&2; exit 2; }

for node in "$@"; do
  name=${node%%=*}
  address=${node#*=}
  pattern=$(printf '%s' "$address" | sed 's/\./\\./g')
  $PROXY grep -q "server $pattern\( [^;]*\)\{0,1\};" "$NGINX_CONF" || { echo "$address is no server of $NGINX_CONF." >&2; exit 1; }
  others=$($PROXY cat "$NGINX_CONF" | tr ';' '\n' | grep "server [^ ]*:[0-9]" | grep -v " down$" | grep -vc "server $pattern\( \|$\)") || true
  [ "$others" -gt 0 ] || { echo "No other node would serve while $name restarts." >&2; exit 1; }
  echo "$name: out"
  # One that an earlier run left out may be out already.
  edit "s/\(server $pattern\( [^;]*\)\{0,1\}\) down;/\1;/; s/server $pattern\( [^;]*\)\{0,1\};/server $address\1 down;/"
  sleep "$DRAIN"
  echo "$name: restarts"
  $RESTART "$name" || { echo "$name did not come back. It stays out of $NGINX_CONF (down); the others go on." >&2; exit 1; }
  edit "s/server $pattern\( [^;]*\)\{0,1\} down;/server $address\1;/"
  echo "$name: back"
done
