import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Upload } from "@/lib/domain/photos/types";
import { contract } from "@/lib/web/contract";
import { builtActions } from "../support/doors";
import { Client, ownStack } from "../support/http";
import { type Server, startStack } from "../support/stack";

/** Requests that no program of ours sends. They go over a bare socket, because clients refuse to send them. */
let running: Awaited<ReturnType<typeof startStack>>;
let server: Server;
let cookie: string;
let username: string;
beforeAll(async () => {
  running = await startStack({
    postgresUrl: ownStack().databaseUrl,
    env: async () => ({ RATE_LIMITS: "off", TRUST_PROXY: "1" }),
  });
  server = running.servers[0] as Server;
  const person = new Client(server.url);
  username = (await person.register()).username;
  cookie = person.cookie;
});
afterAll(() => running.stop());

type Sent = { headers?: string[]; body?: string; signedIn?: boolean };

/** The status of the answer to what is sent, and what the log says of it. */
async function send(line: string, { headers = [], body = "", signedIn = true }: Sent = {}) {
  const requestId = randomUUID();
  const before = server.output().length;
  const head = [
    `${line} HTTP/1.1`,
    "Host: localhost",
    "Connection: close",
    `X-Request-Id: ${requestId}`,
    ...(signedIn ? [`Cookie: ${cookie}`] : []),
    ...(body === "" || headers.some((each) => /^(content-length|transfer)/i.test(each))
      ? []
      : [`Content-Length: ${Buffer.byteLength(body)}`]),
    ...headers,
  ];
  const answer = await new Promise<string>((resolve) => {
    let said = "";
    const socket = connect(Number(new URL(server.url).port), "localhost")
      .on("data", (chunk: Buffer) => {
        said += chunk.toString("latin1");
      })
      .on("error", () => undefined)
      .on("close", () => resolve(said));
    socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
  });
  await new Promise((resolve) => setTimeout(resolve, 20));
  const written = server.output().slice(before).split("\n").filter(Boolean);
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0), written, answer };
}

async function expectRefusal(line: string, sent?: Sent, statuses = [400, 403, 405, 409, 413, 415]) {
  const { status, written } = await send(line, sent);
  const told = `${line} ${JSON.stringify(sent ?? {}).slice(0, 200)}: ${status}`;
  expect(statuses.includes(status) ? "" : told).toBe("");
  expect(written.length > 1 ? [told, ...written] : []).toEqual([]);
}

/** What the log says of a request that its client cuts off in the middle. */
async function cutOff(head: string[], body: string, how: "end" | "reset" | "half"): Promise<string[]> {
  const before = server.output().length;
  const socket = connect(Number(new URL(server.url).port), "localhost").on("error", () => undefined);
  await once(socket, "connect");
  socket.write(`${head.join("\r\n")}\r\n${body}`);
  await new Promise((resolve) => setTimeout(resolve, 50));
  if (how === "reset") socket.resetAndDestroy();
  else if (how === "half") socket.end();
  else socket.destroy();
  await new Promise((resolve) => setTimeout(resolve, 150));
  socket.destroy();
  const lines = server.output().slice(before).split("\n").filter(Boolean);
  return lines.filter((line) => !/"level":[123]0/.test(line));
}

const PAGES = ["/", "/auth", "/profile", "/no-such-page", "/%", "/%?next=/"];
const PATHS = [...PAGES, "/api/health", "/api/requests", "/icon.svg", "/photos/x.webp", "/sw.js", "//", "/%"];
const MULTIPART = "Content-Type: multipart/form-data; boundary=x";
const TEXT = "Content-Type: text/plain;charset=UTF-8";
const part = (name: string, value: string) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

describe("trust 29: a malformed request is refused with a 4xx and at most one line in the log", () => {
  it("TRACE, on every path", async () => {
    for (const path of PATHS) {
      await expectRefusal(`TRACE ${path}`, {}, [405]);
      await expectRefusal(`TRACE ${path}`, { signedIn: false }, [405]);
    }
  });

  it("no path, or one that is none", async () => {
    for (const method of ["OPTIONS", "GET", "HEAD", "POST", "DELETE"]) {
      for (const target of ["*", "http://[bad/", "http://", "https://:x/"]) {
        await expectRefusal(`${method} ${target}`, {}, [400]);
      }
    }
  });

  it("an address of another site is refused, and reflected nowhere", async () => {
    for (const line of ["GET", "HEAD", "POST"].flatMap((method) =>
      PAGES.map((path) => `${method} http://evil.example${path}`),
    )) {
      const { status, answer } = await send(line, { signedIn: false });
      expect([line, status, answer.includes("evil.example")]).toEqual([line, 421, false]);
    }
    const { host } = new URL(server.url);
    const own = await send(`GET http://${host}/profile?x=1`, { signedIn: false });
    expect([own.status, /^location: (.*)$/im.exec(own.answer)?.[1]]).toEqual([
      307,
      "/auth?next=%2Fprofile%3Fx%3D1",
    ]);
    expect((await send(`GET http://127.0.0.1/api/health`, { signedIn: false })).status).toBe(200);
  });

  it("every method on every path ends below 500", { tags: "long" }, async () => {
    const below500 = Array.from({ length: 300 }, (_, n) => n + 200);
    for (const method of ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND", "PURGE"]) {
      for (const path of PATHS) {
        for (const signedIn of [true, false]) {
          await expectRefusal(`${method} ${path}`, { signedIn }, below500);
          await expectRefusal(`${method} ${path}`, { signedIn, headers: ["Next-Action: x"] }, below500);
        }
      }
    }
  });

  it("an action that is sent from another site", async () => {
    const [action] = builtActions();
    for (const headers of [
      ["Origin: https://evil.example"],
      ["Origin: null"],
      ["Origin: nonsense"],
      ["Origin: https://evil.example", "X-Forwarded-Host: evil.example"],
      ["Sec-Fetch-Site: cross-site"],
    ]) {
      for (const type of [TEXT, MULTIPART]) {
        const sent = { headers: [`Next-Action: ${action?.id}`, type, ...headers], body: "[]" };
        await expectRefusal(`POST ${action?.page}`, sent, [403]);
      }
    }
  });

  it("what is sent to where Next.js keeps its files", async () => {
    const [action] = builtActions();
    for (const path of [
      "/_next/x",
      "/_next/static/x.js",
      "/_next/image",
      "/./_next/x",
      "/x/%2e%2e/_next/x",
    ]) {
      for (const headers of [
        [MULTIPART],
        [`Next-Action: ${action?.id}`, TEXT, "Origin: https://evil.example"],
      ]) {
        for (const signedIn of [true, false]) {
          await expectRefusal(`POST ${path}`, { headers, body: "[]", signedIn }, [405]);
        }
      }
    }
  });

  it("what is sent past the middleware, to pictures and providers' events", async () => {
    const [action] = builtActions();
    const webhook = "/api/webhooks/stripe";
    const refused = [303, 307, 400, 404, 405, 415];
    for (const signedIn of [true, false]) {
      for (const path of [
        "/photos/%",
        "/photos/%E0%A4%A",
        "/avatars/%zz",
        "/api/photos/uploads/%",
        "/api/webhooks/%",
        `${webhook}/%ff`,
      ]) {
        for (const method of ["GET", "POST"]) {
          await expectRefusal(`${method} ${path}`, { signedIn }, refused);
          const headers = ["RSC: 1", "Next-Router-State-Tree: %7Bbad"];
          await expectRefusal(`${method} ${path}`, { signedIn, headers }, refused);
        }
      }
      for (const path of ["/photos/x.webp", "/avatars/x.webp", "/photos/%", "/api/webhooks/none", webhook]) {
        for (const headers of [
          [MULTIPART],
          [`Next-Action: ${action?.id}`, TEXT],
          ["Next-Action: x", MULTIPART],
        ]) {
          await expectRefusal(`POST ${path}`, { headers, body: "[]", signedIn }, refused);
        }
      }
    }
  });

  it("one that is cut off, in its headers or its body, is no error of ours", async () => {
    const [action] = builtActions();
    const person = new Client(server.url);
    await person.register();
    const upload = (await person.call(contract.uploadPhoto)).body as Upload;
    const { pathname, search } = new URL(upload.uploadURL);
    const json = "Content-Type: application/json";
    const doors: [line: string, headers: string[]][] = [
      ["POST /api/auth/login", [json]],
      ["POST /api/requests", [json]],
      ["PATCH /api/auth/user", [json]],
      ["POST /api/webhooks/stripe", [json]],
      ["POST /api/webhooks/mail", ["Content-Type: message/rfc822"]],
      ["POST /u/x", ["Content-Type: application/x-www-form-urlencoded"]],
      [`POST ${action?.page}`, [`Next-Action: ${action?.id}`, TEXT]],
      ["POST /profile", [TEXT]],
      [`PUT ${pathname}${search}`, ["Content-Type: image/jpeg"]],
      ["POST /api/nowhere", [json]],
    ];
    const tried = doors.map(async ([line, headers]) => {
      const head = [`${line} HTTP/1.1`, "Host: localhost", `Cookie: ${person.cookie}`, ...headers];
      const written: unknown[] = [];
      for (const how of ["end", "reset", "half"] as const) {
        written.push(...(await cutOff(head, "", how)).map((said) => [line, "headers", how, said]));
        for (const framing of ["Content-Length: 2000", "Transfer-Encoding: chunked"]) {
          const body = framing.startsWith("T") ? '5\r\n["x",' : '["x",';
          const said = await cutOff([...head, framing, ""], body, how);
          written.push(...said.map((each) => [line, framing, how, each]));
        }
      }
      return written;
    });
    // They are tried at once, so that a line is listed with every door that it may be about.
    expect((await Promise.all(tried)).flat()).toEqual([]);
  });

  it("a person's page that goes on from nowhere", async () => {
    await expectRefusal(`GET /people/${username}?cursor=nonsense`, {}, [307]);
  });

  it("an action that is none", async () => {
    for (const id of ["", "x", "__proto__", "a".repeat(5_000), "0".repeat(41), "G".repeat(42)]) {
      for (const type of [TEXT, MULTIPART]) {
        await expectRefusal("POST /profile", { headers: [`Next-Action: ${id}`, type], body: "[]" });
      }
    }
    await expectRefusal("POST /profile", { headers: [`Next-Action: ${"0".repeat(42)}`, TEXT], body: "[]" });
  });

  it("an action's input that cannot be read, in every form", async () => {
    const actions = builtActions();
    const forms: [string, string][] = [
      ...["null", "1", '"text"', "{}", "[", '["$1"]', '["$K1"]', '["$nx"]', `["$n${"9".repeat(5_000)}"]`].map(
        (body) => [TEXT, body] as [string, string],
      ),
      ...[
        "garbage",
        "--x--\r\n",
        part("0", "["),
        `${part("0", '["$K1"]')}--x--\r\n`,
        `${part("0", "[]")}--x--\r\n`,
        `${part("$ACTION_REF_1", "")}--x--\r\n`,
        `${part("$ACTION_REF_1", "") + part("$ACTION_1:0", "{")}--x--\r\n`,
        `${part(`$ACTION_ID_${actions[0]?.id}`, "")}--x--\r\n`,
        `${part("0".repeat(20_000), "x")}--x--\r\n`,
      ].map((body) => [MULTIPART, body] as [string, string]),
      ["Content-Type: multipart/form-data", part("0", "[]")],
      ["Content-Type: multipart/form-data; boundary=", "x"],
      ["Content-Type: MULTIPART/Form-Data; boundary=x", "x"],
      ["Content-Type: TEXT/PLAIN", "{"],
      ["Content-Type: application/x-www-form-urlencoded", "a=b"],
      ["Content-Type: application/json", "[]"],
      ["Content-Type: application/octet-stream", "\0"],
      ["Content-Type: \xff", "x"],
    ];
    for (const { id, page } of actions.slice(0, 3)) {
      for (const [type, body] of forms) {
        for (const signedIn of [true, false]) {
          await expectRefusal(`POST ${page}`, { headers: [`Next-Action: ${id}`, type], body, signedIn });
        }
      }
    }
    for (const [type, body] of forms.filter(([type]) => /multipart/i.test(type))) {
      await expectRefusal("POST /profile", { headers: [type], body }, [415]);
      await expectRefusal("POST /auth", { headers: [type], body, signedIn: false }, [415]);
    }
  });

  it("what Next.js itself sends, made up", { tags: "long" }, async () => {
    const below500 = Array.from({ length: 300 }, (_, n) => n + 200);
    const made: string[][] = [
      ["RSC: 1", "Next-Router-State-Tree: %7Bbad"],
      ["RSC: 1", "Next-Router-State-Tree: %"],
      ["RSC: 1", `Next-Router-State-Tree: ${"[".repeat(5_000)}`],
      ["RSC: 1", "Next-Router-State-Tree: null"],
      ["RSC: 1", "Next-Router-Segment-Prefetch: /%zz", "Next-Router-Prefetch: 1"],
      ["RSC: 1", "Next-Url: http://[bad"],
      ["Next-Resume: 1"],
      ["x-matched-path: /%"],
      ["x-middleware-rewrite: http://[bad"],
      ["x-nextjs-data: 1"],
      ["X-Forwarded-Host: [bad", "X-Forwarded-Proto: javascript"],
      ["Origin: \xff://["],
      ["Range: bytes=9-1", "If-None-Match: \xff"],
      ["Accept-Language: %,;q=x,".repeat(100)],
      ["Expect: x"],
    ];
    for (const headers of made) {
      for (const path of ["/", "/auth", "/profile", "/payment-success?payment_intent=%", "/icon.svg", "/%"]) {
        for (const signedIn of [true, false]) {
          await expectRefusal(`GET ${path}`, { headers, signedIn }, below500);
        }
      }
    }
  });
});
