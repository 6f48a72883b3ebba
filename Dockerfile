# Builds an image of the site, which needs a PostgreSQL database beside it (DATABASE_URL); see docs/operating.md#containers.
# BUILD_IMAGE needs Node 20 or newer with npm; BASE_IMAGE only glibc. Both must be for the same processor.
ARG BUILD_IMAGE=node:24.11.1-bookworm-slim@sha256:48abc13a19400ca3985071e287bd405a1d99306770eb81d61202fb6b65cf0b57
ARG BASE_IMAGE=debian:12.12-slim@sha256:d5d3f9c23164ea16f31852f95bd5959aad1c5e854332fe00f7b3a20fcc9f635c

FROM ${BUILD_IMAGE} AS build
WORKDIR /app
# Packages first: they are installed again only when their list changes.
COPY package.json package-lock.json .npmrc ./
COPY packages packages
COPY scripts/install.mjs scripts/paths.mjs scripts/run.mjs scripts/
RUN node scripts/install.mjs
COPY . .
RUN node scripts/build.mjs && node scripts/prepare-image.mjs

FROM ${BASE_IMAGE}
RUN useradd --system --uid 10001 --no-create-home --shell /usr/sbin/nologin site \
  && install --directory --owner=site --group=site --mode=0700 /data
COPY --from=build /app /app
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data PATH=/app/node_modules/.bin:/usr/local/bin:/usr/bin:/bin
USER site
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["./serve"]
