# One image for web, worker and party: docker-compose.yml says which program each runs. One more for backups.
FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY package.json bun.lock bunfig.toml ./
COPY bench/package.json bench/
COPY packages/api-client/package.json packages/api-client/
COPY packages/demo/package.json packages/demo/
COPY packages/devkit/package.json packages/devkit/
COPY packages/ops/package.json packages/ops/
COPY packages/stripe-sandbox/package.json packages/stripe-sandbox/
RUN npx --yes bun@1.4.5 install --frozen-lockfile
COPY . .
# What no program loads goes: compilers, test tools, what Vite has bundled, types, the embedded database.
RUN node_modules/.bin/bun packages/devkit/src/pack/build.ts && node_modules/.bin/bun packages/devkit/src/pack/prune-packages.ts

# What makes backups and verifies them: our commands, beside the PostgreSQL programs of the server's version.
# docker build --target backup -t pushcart-backup .
FROM postgres:18 AS backup
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data BACKUP_DIR=/backups
WORKDIR /app
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/package.json ./
COPY --from=build /app/core ./core
COPY --from=build /app/db ./db
COPY --from=build /app/packages ./packages
COPY --from=build /app/server ./server
COPY --from=build /app/workers ./workers
RUN useradd --uid 1000 --user-group --no-create-home --home-dir /tmp pushcart && mkdir /data /backups && chown pushcart:pushcart /data /backups
USER pushcart
VOLUME /backups
# Not the database's own, which starts one.
ENTRYPOINT []
CMD ["node_modules/.bin/bun", "packages/ops/src/backup/backup.ts", "--schedule"]

# Bun needs nothing but the C library, and comes with the packages.
FROM debian:bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/package.json ./
COPY --from=build /app/build ./build
COPY --from=build /app/app ./app
COPY --from=build /app/core ./core
COPY --from=build /app/db ./db
COPY --from=build /app/packages ./packages
COPY --from=build /app/party ./party
COPY --from=build /app/server ./server
COPY --from=build /app/workers ./workers
# The image stays as it is: everything that is written goes to the volume or to /tmp.
RUN useradd --uid 1000 --user-group --no-create-home --home-dir /tmp pushcart && mkdir /data && chown pushcart:pushcart /data
USER pushcart
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["node_modules/.bin/bun", "-e", "fetch('http://127.0.0.1:'+(process.env.PORT||3000)+(process.env.HEALTH_PATH||'/api/v1/health')).then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
CMD ["node_modules/.bin/bun", "server/index.ts"]
