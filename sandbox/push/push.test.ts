import { createECDH, createPrivateKey, randomBytes, sign } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { openOwnSandbox, type TestSandbox } from "../support";
import type { Push } from "./pushes";

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await openOwnSandbox();
  return sandbox.stop;
});

const ecdh = createECDH("prime256v1");
ecdh.generateKeys();
const point = ecdh.getPublicKey();
const scalar = ecdh.getPrivateKey();
const key = createPrivateKey({
  format: "jwk",
  key: {
    kty: "EC",
    crv: "P-256",
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33).toString("base64url"),
    // About one key in 256 starts with zeros, which getPrivateKey() leaves out and a JWK must have.
    d: Buffer.concat([Buffer.alloc(32 - scalar.length), scalar]).toString("base64url"),
  },
});
const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
const soon = () => Math.floor(Date.now() / 1_000) + 3_600;

function token(changes: object = {}, alg = "ES256"): string {
  const claims = { aud: sandbox.url, exp: soon(), sub: "mailto:a@example.org", ...changes };
  const signed = `${encoded({ typ: "JWT", alg })}.${encoded(claims)}`;
  return `${signed}.${sign("sha256", Buffer.from(signed), { key, dsaEncoding: "ieee-p1363" }).toString("base64url")}`;
}

const vapid = (jwt = token(), k = point.toString("base64url")) => `vapid t=${jwt}, k=${k}`;

function push(authorization: string, changes: Record<string, string> = {}, body = randomBytes(200)) {
  return fetch(`${sandbox.url}/push/abc`, {
    method: "POST",
    headers: {
      Authorization: authorization,
      TTL: "60",
      "Content-Encoding": "aes128gcm",
      "Content-Type": "application/octet-stream",
      ...changes,
    },
    body,
  });
}

describe("the sandbox's push service", () => {
  it("accepts a message whose sender proves who it is, and lists it as it came", async () => {
    const body = randomBytes(200);
    const answer = await push(vapid(), { Topic: "t", Urgency: "normal" }, body);
    expect(answer.status).toBe(201);
    expect(answer.headers.get("location")).toContain(`${sandbox.url}/push/abc/`);
    const { pushes } = (await sandbox.call("GET", "/_sandbox/pushes?subscription=abc")).body as {
      pushes: Push[];
    };
    expect(pushes).toMatchObject([
      {
        subscription: "abc",
        body: body.toString("base64"),
        vapid: { aud: sandbox.url, publicKey: point.toString("base64url") },
      },
    ]);
    expect(pushes[0]?.headers).toMatchObject({ ttl: "60", topic: "t", urgency: "normal" });
  });

  it.each([
    ["without a token", () => ""],
    ["for another origin", () => vapid(token({ aud: "https://fcm.googleapis.com" }))],
    ["that has expired", () => vapid(token({ exp: soon() - 7_200 }))],
    ["that is valid for too long", () => vapid(token({ exp: soon() + 86_400 }))],
    ["of nobody who could be reached", () => vapid(token({ sub: "somebody" }))],
    ["of another algorithm", () => vapid(token({}, "none"))],
    ["that another key signed", () => vapid(token(), createECDH("prime256v1").generateKeys("base64url"))],
    ["that was changed", () => vapid(token().replace(/\.[^.]+\./, `.${encoded({ aud: sandbox.url })}.`))],
  ])("refuses a token %s", async (_, authorization) => {
    expect((await push(authorization())).status).toBe(403);
  });

  it.each([
    [400, "no lifetime", { TTL: "" }],
    [400, "another encryption", { "Content-Encoding": "aesgcm" }],
    [400, "a topic that is too long", { Topic: "t".repeat(33) }],
    [400, "an unknown urgency", { Urgency: "now" }],
  ])("answers %i to %s", async (status, _, changes) => {
    expect((await push(vapid(), changes as Record<string, string>)).status).toBe(status);
  });

  it("refuses what is too large", async () => {
    expect((await push(vapid(), {}, randomBytes(4_097))).status).toBe(413);
  });

  it.each([404, 410, 429, 500])(
    "answers %i where a test requested it, for that subscription",
    async (failNext) => {
      await sandbox.call("POST", "/_sandbox/faults", { failNext, scope: { recipient: "abc" } });
      expect((await push(vapid())).status).toBe(failNext);
      expect((await push(vapid())).status).toBe(201);
    },
  );
});
