# Guyub in a container: one process on port 3001, as nobody in particular, everything that changes under /data.
# By its digest, which deploy/pin-images prints.
ARG NODE_IMAGE=node:24-bookworm-slim
FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev

FROM packages AS build
RUN npm ci --include=dev
COPY . .
RUN node scripts/run.mjs scripts/build

# What seldom changes comes first: an update brings the last layers alone.
FROM ${NODE_IMAGE}
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
RUN install -d -o node -g node -m 700 /data
COPY --from=packages /app/node_modules node_modules
COPY package.json .
COPY contract contract
COPY scripts scripts
COPY server server
COPY --from=build /app/dist/client dist/client
USER node
VOLUME /data
EXPOSE 3001
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3001/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/serve.ts"]
