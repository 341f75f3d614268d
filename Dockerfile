# One node. It needs a Postgres (DATABASE_URL) and, beside other nodes, a Redis (REDIS_URL); docker-compose.yml shows all of it together.
FROM node:24-alpine AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json nest-cli.json ./
COPY migrations migrations
COPY src src
COPY clients/typescript/src clients/typescript/src
COPY console console
# Of which the types of the client are generated.
COPY docs/openapi.json docs/
COPY scripts/bundle.mjs scripts/generate-client-types.mjs scripts/
RUN npm run build

FROM node:24-alpine AS packages
WORKDIR /app
COPY package.json package-lock.json ./
# Optional packages are the embedded Postgres, which has no place in a container.
RUN npm ci --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund
# What the image is made of, in the format of CycloneDX.
COPY scripts/sbom.mjs scripts/
RUN node scripts/sbom.mjs --image > sbom.cdx.json
# What only people and compilers read is two fifths of it.
RUN find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.md' \) -delete

FROM node:24-alpine
# pg_dump and pg_restore for `npm run backup` and `npm run restore`: of the version that docker-compose.yml runs.
RUN apk add --no-cache postgresql18-client
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /app
RUN install -d -o node -g node -m 700 /data /data/tls
COPY package.json ./
COPY --from=packages /app/node_modules node_modules
COPY --from=packages /app/sbom.cdx.json ./
COPY data data
COPY tariffs tariffs
COPY commissions commissions
COPY examples examples
# What is served: guides, help, workflows, examples.
COPY docs/*.md docs/workflows.arazzo.json docs/response-examples.json docs/
COPY docs/console docs/console
# What `npm run backup` and its like call.
COPY scripts/command.mjs scripts/build-if-stale.mjs scripts/
COPY --from=build /app/dist dist
USER node
VOLUME /data
EXPOSE 8080 8443
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 8080}/health/ready`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/src/main.js"]
