import { existsSync } from "node:fs";
import createNextIntlPlugin from "next-intl/plugin";
import { compressStatic } from "./scripts/compress-static.mjs";

// The catalogues are parsed at build time: neither the browser nor the server needs a parser.
const withNextIntl = createNextIntlPlugin({
  requestConfig: "./lib/web/intl-request.ts",
  experimental: { messages: { path: "./messages", format: "json", locales: "infer", precompile: true } },
});

/**
 * Clients that read a page without running it, and get its tags in the head, before the body: everything that does not
 * call itself a browser, and the services that do (Discord, iMessage, Teams, Snapchat, Viber …) but add their own name.
 * Includes all of Next.js' own list.
 */
const PAGE_READERS =
  /^(?!Mozilla\/5\.0 \()|compatible;|bot|crawl|spider|preview|externalhit|viber|google-|-google|lighthouse|slurp|yandex|sogou|yeti|googleweblight/;

/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  // lib/server/compress-answers.ts does it, with Brotli.
  compress: false,
  compiler: { runAfterProductionCompile: compressStatic },
  // `npm run check` checks the types, of tests and scripts too.
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: [
    "@node-rs/argon2",
    "@paypal/checkout-server-sdk",
    "nodemailer",
    "@takumi-rs/core",
    "postgres",
    "sharp",
    "web-push",
  ],
  htmlLimitedBots: PAGE_READERS,
  // The image's build: a server with only the files it needs (Dockerfile). Tracing finds neither the fonts' files nor
  // what draws messages. What one route needs is there for all.
  ...(process.env.STANDALONE === "on" && {
    output: "standalone",
    outputFileTracingIncludes: {
      "/api/ready": [
        "node_modules/{react,react-dom}/{package.json,index.js,server.node.js,cjs/*.production.js}",
        "texts/**/*.md",
        "node_modules/@fontsource-variable/*/unicode.json",
        "node_modules/@fontsource-variable/*/files/*-wght-normal.woff2",
        "node_modules/twemoji-colr-font/twemoji.woff2",
      ],
    },
  }),
  // Closes /_next/image, which would keep copies of deleted photos and decode pictures without our limits.
  images: { unoptimized: true },
  experimental: {
    // The profile's own code is a little larger than the default, and in a file of its own 1.3 kB longer (P6).
    turbopackChunking: { minChunkSize: 60_000 },
    // The body that the middleware buffers: a little more than the largest we accept, a provider's event.
    proxyClientMaxBodySize: "600kb",
    serverActions: { bodySizeLimit: "128kb" },
    // Writing it takes a fifth of a build and saves two thirds of the next: the first build of a folder writes none, so
    // that who builds once does not pay for it (docs/performance.md, P11).
    turbopackFileSystemCacheForBuild: existsSync(".next/server"),
  },
};

export default withNextIntl(config);
