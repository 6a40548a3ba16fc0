import createNextIntlPlugin from "next-intl/plugin";

// The catalogues are parsed when the application is built: neither the browser nor the server carries a parser for them.
const withNextIntl = createNextIntlPlugin({
  requestConfig: "./lib/web/intl-request.ts",
  experimental: { messages: { path: "./messages", format: "json", locales: "infer", precompile: true } },
});

/**
 * Who reads a page without running it gets its tags in the head, before the body: everyone that does not call itself a browser, and those services
 * that do (Discord, iMessage, Teams, Snapchat, Viber …) and name themselves too. Takes in all of Next.js' own list.
 */
const PAGE_READERS =
  /^(?!Mozilla\/5\.0 \()|compatible;|bot|crawl|spider|preview|externalhit|viber|google-|-google|lighthouse|slurp|yandex|sogou|yeti|googleweblight/;

/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  // `npm run check` holds the types, of the tests and scripts too; a build need not do it again.
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: [
    "@node-rs/argon2",
    "@paypal/checkout-server-sdk",
    "@takumi-rs/core",
    "postgres",
    "sharp",
  ],
  htmlLimitedBots: PAGE_READERS,
  // The image's build: a server with only the files it needs (Dockerfile). Typefaces are read as they are needed, by paths that nothing can follow.
  ...(process.env.STANDALONE === "on" && {
    output: "standalone",
    outputFileTracingIncludes: {
      "/share-image/*": [
        "node_modules/@fontsource-variable/*/unicode.json",
        "node_modules/@fontsource-variable/*/files/*-wght-normal.woff2",
        "node_modules/twemoji-colr-font/twemoji.woff2",
      ],
    },
  }),
  // Closes /_next/image: it would keep copies of photos that are gone, and draw pictures past their limits.
  images: { unoptimized: true },
  experimental: {
    // What the middleware keeps of a body in memory: a little more than the largest that is taken, a provider's event.
    proxyClientMaxBodySize: "600kb",
    serverActions: { bodySizeLimit: "128kb" },
  },
};

export default withNextIntl(config);
