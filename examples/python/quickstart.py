"""A fire policy in the sandbox, from the first call to the PDF. Python 3.9 or newer, standard library only.

  GATEWAY_URL=https://… GATEWAY_API_KEY=… GATEWAY_USER_KEY=… python3 examples/python/quickstart.py

A local server made its certificate itself: GATEWAY_CA_FILE=.data/tls/cert.pem names it.
"""
import datetime
import json
import os
import pathlib
import re
import ssl
import time
import urllib.error
import urllib.request
import uuid

BASE = os.environ["GATEWAY_URL"].rstrip("/") + "/dev"
KEYS = {"X-Api-Key": os.environ["GATEWAY_API_KEY"], "Accept-Language": "en"}
TLS = ssl.create_default_context(cafile=os.environ.get("GATEWAY_CA_FILE"))
APPLICATION = pathlib.Path(__file__).parent.parent / "fire-application.json"


class Refused(Exception):
    """A refused call: status, code and the faults with their paths."""

    def __init__(self, status, body):
        error = body["error"]
        self.code = error["code"] if isinstance(error, dict) else error
        self.details = body.get("details", [])
        super().__init__(f"{status} {self.code}")


def call(method, address, body=None):
    """Sends a call and repeats it after 429 and 503: a write has a key by which it is carried out once."""
    headers = {**KEYS, "Content-Type": "application/json", "Idempotency-Key": str(uuid.uuid4())}
    data = None if body is None else json.dumps(body).encode()
    url = address if address.startswith("https:") else BASE + address
    while True:
        try:
            with urllib.request.urlopen(urllib.request.Request(url, data, headers, method=method), context=TLS) as response:
                content = response.read()
                is_json = response.headers.get_content_type() == "application/json" and content
                return (json.loads(content) if is_json else content), response.headers
        except urllib.error.HTTPError as error:
            if error.code not in (429, 503):
                raise Refused(error.code, json.load(error)) from None
            time.sleep(int(error.headers.get("Retry-After", 1)))


def link(headers, relation):
    """Returns the address of a Link header."""
    return dict((name, address) for address, name in re.findall(r'<([^>]+)>;\s*rel="([^"]+)"', headers["Link"]))[relation]


token, _ = call("POST", "/auth-api/resources/tokens", {"user-key": os.environ["GATEWAY_USER_KEY"]})
KEYS["Authorization"] = f"Bearer {token['access_token']}"

# Apply: the application is checked, priced and stored.
start = datetime.date.today() + datetime.timedelta(days=10)
request = json.loads(APPLICATION.read_text(encoding="utf-8").replace("{{startDate}}", start.isoformat()))
application, _ = call("POST", "/fire-api/rsc/applications", request)
print(f"Application {application['id']}, status {application['status_code']}, {application['pricing']['gross']} EUR")

# Prepay fixes the price; the charge of the agent's account issues the policy. The links lead from step to step.
_, headers = call("PUT", f"/fire-api/rsc/applications/{application['id']}/prepay")
policy, headers = call("PUT", link(headers, "issue"))
print(f"Policy {policy['policy_no']}, status {policy['status_code']}")

pdf, _ = call("GET", link(headers, "policy"))
pathlib.Path("policy.pdf").write_bytes(pdf)
print("policy.pdf is written.")

# A refused call says where and why.
request["fire_application"]["insured"]["afm"] = "123456789"
try:
    call("POST", "/fire-api/rsc/applications", request)
except Refused as refused:
    print(f"{refused.code} at {refused.details[0]['path']}")
