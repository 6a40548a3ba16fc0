import { readFileSync } from "node:fs";
import { freePort } from "@/tests/support/free-port";
import { type Apart, HOME, startMariaDb, until } from "./apart";
import type { Post, Site } from "./beside";

/** Debian's packages, with its default theme. */
export const WORDPRESS =
  "wordpress wordpress-theme-twentytwentythree php-fpm php-mysql php-gd nginx-light mariadb-server";

/** Debian's pool (www.conf), and OPcache as Debian switches it on. */
const FPM = `[global]
error_log = /dev/null
[www]
listen = ${HOME}/php.sock
pm = dynamic
pm.max_children = 5
pm.start_servers = 2
pm.min_spare_servers = 1
pm.max_spare_servers = 3
`;

const nginxFor = (port: number) => `
pid ${HOME}/nginx.pid;
error_log /dev/null;
worker_processes auto;
events {}
http {
  include /etc/nginx/mime.types;
  access_log off;
  sendfile on;
  gzip on;
  gzip_types text/css application/javascript image/svg+xml;
  ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((kind) => `${kind}_temp_path ${HOME}/nginx-${kind};`).join(" ")}
  server {
    listen 127.0.0.1:${port};
    root /usr/share/wordpress;
    index index.php;
    location /wp-content { root /var/lib/wordpress; expires 30d; }
    location / { try_files $uri $uri/ /index.php?$args; }
    location ~ \\.php$ {
      include /etc/nginx/fastcgi.conf;
      fastcgi_pass unix:${HOME}/php.sock;
    }
  }
}`;

const configOf = (url: string, socket: string) => `<?php
foreach ([
  'DB_USER' => 'root', 'DB_PASSWORD' => '', 'DB_HOST' => 'localhost:${socket}', 'DB_CHARSET' => 'utf8mb4',
  'WP_HOME' => '${url}', 'WP_SITEURL' => '${url}', 'WP_CONTENT_URL' => '${url}/wp-content',
  'WP_HTTP_BLOCK_EXTERNAL' => true, 'DISABLE_WP_CRON' => true,
] as $name => $value) define($name, $value);
`;

/** WordPress with its default theme on nginx, PHP-FPM and MariaDB. */
export async function startWordPress(apart: Apart, posts: readonly Post[]): Promise<Site> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const database = await startMariaDb(apart, "wordpress");
  const write = (path: string, input: string) => apart.run(`cat > ${path}`, { asRoot: true, input });
  await write("/etc/wordpress/config-localhost.php", configOf(url, database.socket));
  await write(`${HOME}/fpm.conf`, FPM);
  await write(`${HOME}/nginx.conf`, nginxFor(port));
  await write(`${HOME}/wordpress.php`, readFileSync(new URL("wordpress.php", import.meta.url), "utf8"));
  await write(`${HOME}/posts.json`, JSON.stringify(posts));
  const cookie = await apart.run(`php ${HOME}/wordpress.php ${url}`);
  const php = apart.serve(`php-fpm8.2 -F -y ${HOME}/fpm.conf`);
  const nginx = apart.serve(`nginx -c ${HOME}/nginx.conf -g 'daemon off;'`);
  await until(async () => (await fetch(url)).ok);
  return { pids: [nginx, php, database.pid], url, cookie };
}
