# The service as an image. `docker build -t freehold .`; docs/guides/deploying.md explains how to run it.
ARG NODE_IMAGE=node:20.20.2-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /build
# Dependencies change less often than the sources.
COPY package.json package-lock.json .npmrc ./
COPY packages/cli/package.json packages/cli/
COPY packages/epp/package.json packages/epp/
COPY packages/sdk/package.json packages/sdk/
COPY packages/search/package.json packages/search/
COPY packages/server/package.json packages/server/
COPY packages/web/package.json packages/web/
COPY scripts/install.mjs scripts/
COPY scripts/packages/foreign-binaries.mjs scripts/packages/
RUN node -e "import('./scripts/install.mjs').then(({ ensureInstalled }) => ensureInstalled({ isForRunning: true }))"
COPY . .
RUN node -e "import('./scripts/build.mjs').then(({ build }) => build())" && node scripts/assemble.mjs /app && install -d -o node -g node -m 0700 /data

FROM ${NODE_IMAGE}
ARG VERSION=0.1.0
LABEL org.opencontainers.image.title="Freehold" \
      org.opencontainers.image.description="The open domain-name marketplace in one self-hosted service" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.licenses="Apache-2.0"
# A running service needs neither npm nor its cache.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /opt/yarn-*
WORKDIR /app
COPY --from=build /app /app
COPY --from=build --chown=node:node /data /data
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data
# The service writes only to these two. Run it with a read-only root and a temporary /tmp.
VOLUME /data
EXPOSE 8080
# A number, so that an orchestrator can verify that it is not root.
USER 1000:1000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "/app/healthcheck.mjs"]
ENTRYPOINT ["node", "/app/start.mjs"]
