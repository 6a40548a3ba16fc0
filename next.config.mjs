import createNextIntlPlugin from "next-intl/plugin";

const withNextIntl = createNextIntlPlugin("./lib/web/intl-request.ts");

/** On every answer, static files and errors included. What depends on the configuration or the request is added by middleware.ts. */
const securityHeaders = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "X-Frame-Options", value: "DENY" },
  { key: "Referrer-Policy", value: "strict-origin-when-cross-origin" },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin-allow-popups" },
  { key: "Permissions-Policy", value: "camera=(), microphone=(), geolocation=()" },
];

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
  headers: async () => [{ source: "/:path*", headers: securityHeaders }],
};

export default withNextIntl(config);
