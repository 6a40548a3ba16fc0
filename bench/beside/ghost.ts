import { homedir } from "node:os";
import { freePort } from "@/tests/support/free-port";
import { type Apart, HOME, startMariaDb, until } from "./apart";
import type { Post, Site } from "./beside";

/** The last that runs on Node.js 20. Its pages load scripts from a CDN: here the nearest versions that npm has. */
const GHOST = "ghost@5.130.6";
const SCRIPTS = "@tryghost/portal@2.69.295 @tryghost/sodo-search@1.8.591";

const DIR = `${HOME}/package`;
const OPERATOR = { username: "operator@example.org", password: "twenty lamps in an old hall" };

/** As `ghost install` does, with npm's cache and without compiling. Packages of development are partly on GitHub. */
const INSTALL = `export HOME=${homedir()} NODE_ENV=production
cd ${HOME}
npm pack --silent ${GHOST} | xargs tar xzf
cd package
npm pkg delete devDependencies
npm install --omit=dev --ignore-scripts --legacy-peer-deps --no-package-lock --no-audit --no-fund --loglevel=error
sed -i 's/"posts_per_page": [0-9]*/"posts_per_page": 20/' content/themes/source/package.json
sed -i 's/limit="12"/limit="20"/' content/themes/source/partials/components/post-list.hbs
mkdir -p content/files
cd content/files
for script in ${SCRIPTS}; do npm pack --silent $script | xargs tar xzf; cp -r package/umd .; rm -r package; done
chown -R www-data: ${DIR}`;

const configOf = (port: number, url: string, socketPath: string) => ({
  url,
  server: { host: "127.0.0.1", port },
  database: { client: "mysql", connection: { socketPath, user: "root", database: "ghost" } },
  mail: { transport: "stub" },
  logging: { level: "error", transports: ["stdout"] },
  privacy: { useUpdateCheck: false, useGravatar: false },
  paths: { contentPath: `${DIR}/content` },
  security: { staffDeviceVerification: false },
  portal: { url: `${url}/content/files/umd/portal.min.js` },
  sodoSearch: {
    url: `${url}/content/files/umd/sodo-search.min.js`,
    styles: `${url}/content/files/umd/main.css`,
  },
});

/** Ghost with its default theme on Node.js and MariaDB. */
export async function startGhost(apart: Apart, posts: readonly Post[]): Promise<Site> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  await apart.run(INSTALL, { asRoot: true });
  const database = await startMariaDb(apart, "ghost");
  const config = JSON.stringify(configOf(port, url, database.socket));
  await apart.run(`cat > ${DIR}/config.production.json`, { input: config });
  const ghost = apart.serve(`env -C ${DIR} NODE_ENV=production NODE_OPTIONS= ${process.execPath} index.js`);
  await until(async () => (await fetch(url)).ok);
  const cookie = await write(url, posts);
  return { pids: [ghost, database.pid], url, cookie };
}

/** Publishes the posts as Ghost's editor does, and returns the cookie of a signed-in member. */
async function write(url: string, posts: readonly Post[]): Promise<string> {
  let cookie = "";
  const call = async <T>(path: string, body?: object): Promise<T> => {
    const isForm = body instanceof FormData;
    const answer = await fetch(`${url}/ghost/api/admin/${path}`, {
      ...(body && { method: "POST", body: isForm ? body : JSON.stringify(body) }),
      headers: { origin: url, cookie, ...(body && !isForm && { "content-type": "application/json" }) },
    });
    if (!answer.ok) throw new Error(`Ghost answered ${answer.status}: ${await answer.text()}`);
    cookie ||= cookieOf(answer);
    const text = await answer.text();
    return (text.startsWith("{") ? JSON.parse(text) : {}) as T;
  };
  const operator = { name: "Operator", email: OPERATOR.username, password: OPERATOR.password };
  await call("authentication/setup/", { setup: [{ ...operator, blogTitle: "Steuntje" }] });
  cookie = "";
  await call("session/", OPERATOR);
  for (const { title, text, picture } of posts) {
    const form = new FormData();
    form.set("file", new Blob([Buffer.from(picture, "base64")], { type: "image/webp" }), "picture.webp");
    const { images } = await call<{ images: { url: string }[] }>("images/upload/", form);
    const post = { title, html: `<p>${text}</p>`, status: "published", feature_image: images[0]?.url };
    await call("posts/?source=html", { posts: [post] });
  }
  const { members } = await call<{ members: { id: string }[] }>("members/", {
    members: [{ name: "Reader", email: "reader@example.org" }],
  });
  const { member_signin_urls: links } = await call<{ member_signin_urls: { url: string }[] }>(
    `members/${members[0]?.id}/signin_urls/`,
  );
  return cookieOf(await fetch(links[0]?.url ?? "", { redirect: "manual" }));
}

function cookieOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((each) => each.split(";")[0])
    .join("; ");
}
