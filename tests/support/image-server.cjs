// Starts the build of this checkout as the `server.js` that Next.js writes for the image does (STANDALONE, Dockerfile),
// without a second build.
const { config } = require(`${process.cwd()}/.next/required-server-files.json`);

process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config);
require("next");
require("next/dist/server/lib/start-server").startServer({
  dir: process.cwd(),
  isDev: false,
  config,
  hostname: process.env.HOSTNAME,
  port: Number(process.env.PORT),
  allowRetry: false,
});
