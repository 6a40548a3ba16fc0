# syntax=docker/dockerfile:1
# Two images (docs/deployment.md): `app` serves, `tools` migrates and is the operator's command line. Neither contains a
# secret: everything is configured when a container starts.
ARG NODE=node:24-bookworm-slim

FROM ${NODE} AS build
WORKDIR /app
ENV NEXT_TELEMETRY_DISABLED=1 NODE_ENV=production STANDALONE=on
COPY package.json package-lock.json ./
COPY sandbox/package.json sandbox/
COPY tools/package.json tools/
# No install script is needed: every program comes in its package. Next.js wants TypeScript, which is one of tools/.
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev --ignore-scripts --no-audit --no-fund
COPY . .
RUN node_modules/.bin/next build

# The install for production: no development packages, none of sandbox/ and tools/.
FROM ${NODE} AS tools
WORKDIR /app
ENV NODE_ENV=production
COPY package.json package-lock.json ./
RUN --mount=type=cache,target=/root/.npm \
    npm ci --omit=dev --workspaces=false --ignore-scripts --no-audit --no-fund
COPY . .
USER node
CMD ["npm", "run", "-s", "db:migrate"]

FROM ${NODE} AS app
WORKDIR /app
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 \
    HOSTNAME=0.0.0.0 PORT=3000 DATA_DIR=/data DRAIN_SECONDS=5 \
    # Longer than the proxy keeps connections, so that none is closed during a request.
    KEEP_ALIVE_TIMEOUT=125000
RUN install --directory --owner=node --group=node /data
COPY --from=build /app/.next/standalone ./
COPY --from=build /app/.next/static ./.next/static
COPY --from=build /app/public ./public
USER node
EXPOSE 3000
HEALTHCHECK --interval=5s --timeout=4s --start-period=30s --retries=2 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/ready`).then(({ok}) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=32", "server.js"]
