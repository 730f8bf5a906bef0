# The long-term release of Node that is maintained at present.
FROM node:26-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN node scripts/setup.mjs && npm prune --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:26-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data/postgres
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/prisma ./prisma
COPY --from=build /app/bin ./bin
COPY --from=build /app/dist ./dist
COPY --from=build /app/docs/games ./docs/games
COPY --from=build /app/openapi/openapi.json ./openapi/openapi.json
# All that is ever written: the administrator's token, backups, and the embedded database if DATABASE_URL is not set.
RUN mkdir /data && chown node:node /data && ln -s /app/bin/chancery.mjs /usr/local/bin/chancery
VOLUME /data
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Node itself, without npm in between, so that a stop signal reaches the server.
CMD ["node", "dist/server.js"]
