import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import type { Upload } from "@/lib/domain/photos/types";
import { contract } from "@/lib/web/contract";
import { Client, sandbox } from "../support/http";
import { atMost, memoryOf, timed, times } from "../support/load";
import { type Server, startStack } from "../support/stack";

/** The calls that cost most, together and without their limits, while somebody else uses the site. */
let running: Awaited<ReturnType<typeof startStack>>;
let server: Server;
let people: Client[];
let known: { username: string; password: string };
let large: Buffer;
let photo: Buffer;

beforeAll(async () => {
  running = await startStack({
    postgresUrl: inject("postgresUrl"),
    env: async () => ({ RATE_LIMITS: "off" }),
  });
  server = running.servers[0] as Server;
  known = await new Client(server.url).register();
  // 12 million pixels in a file of a few kilobytes.
  large = await sharp({
    create: { width: 3_464, height: 3_464, channels: 4, background: { r: 9, g: 99, b: 199, alpha: 0.5 } },
  })
    .avif({ effort: 0 })
    .toBuffer();
  // The most that an AVIF may have, see-through.
  photo = await sharp(large).resize(1_730, 1_730).avif({ effort: 0 }).toBuffer();
  const first = new Client(server.url);
  await first.register();
  await changeAvatar(first, await sharp(large).resize(64, 64).png().toBuffer());
});
afterAll(() => running.stop());
/** New ones each time: a person may have three requests. */
beforeEach(async () => {
  people = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const person = new Client(server.url);
      await person.requester();
      return person;
    }),
  );
});

const person = (n: number) => people[n % people.length] as Client;

async function changeAvatar(who: Client, bytes: Buffer, type = "image/png"): Promise<number> {
  const avatar = `data:${type};base64,${bytes.toString("base64")}`;
  return (await who.call(contract.updateUser, { body: { avatar } })).status;
}

async function askWithPhoto(who: Client, bytes: Buffer): Promise<number> {
  const upload = (await who.call(contract.uploadPhoto)).body as Upload;
  await fetch(upload.uploadURL, { method: upload.method, body: new Uint8Array(bytes) });
  const body = { item: "A coat", description: "It is cold.", goal: 5_000, photoUrl: upload.photoUrl };
  return (await who.call(contract.createRequest, { body })).status;
}

const health = () => timed(() => new Client(server.url).call(contract.health));
const login = () =>
  timed(async () => {
    const { username, password } = known;
    const { status } = await new Client(server.url).call(contract.login, { body: { username, password } });
    expect(status).toBe(200);
  });

/**
 * How much longer the slowest look and login take while something is done than before it, in ms, and what it adds to
 * the memory, in MB. So that what else the machine does counts for little.
 */
async function during(work: () => Promise<unknown>) {
  const idle = { health: 0, login: 0 };
  for (let look = 0; look < 5; look += 1) {
    idle.health = Math.max(idle.health, await health());
    idle.login = Math.max(idle.login, await login());
  }
  const before = memoryOf(server.pid);
  let isDone = false;
  const slowest = { health: 0, login: 0, memory: 0, took: 0 };
  const watch = async (name: "health" | "login", look: () => Promise<number>) => {
    do slowest[name] = Math.max(slowest[name], await look());
    while (!isDone);
  };
  const weigh = setInterval(() => {
    slowest.memory = Math.max(slowest.memory, memoryOf(server.pid) - before);
  }, 30);
  slowest.took = await timed(async () => {
    const looks = [watch("health", health), watch("login", login)];
    await work().finally(() => {
      isDone = true;
    });
    await Promise.all(looks);
  });
  clearInterval(weigh);
  slowest.health -= idle.health;
  slowest.login -= idle.login;
  console.info(
    JSON.stringify(slowest, (_, value) => (typeof value === "number" ? Math.round(value) : value)),
  );
  return slowest;
}

// Another program on the machine can slow any single try.
describe("trust 35: the dearest calls leave the others alone", { retry: 2, tags: "long" }, () => {
  it.each([12, 24])("%i avatars of 12 million pixels at once", async (count) => {
    expect(large.byteLength).toBeLessThan(40_000);
    let statuses: number[] = [];
    const { health, login, memory } = await during(async () => {
      statuses = await times(count, (n) => changeAvatar(person(n), large, "image/avif"));
    });
    expect(new Set(statuses)).toEqual(new Set([400]));
    expect(memory).toBeLessThan(150);
    expect(health).toBeLessThan(500);
    expect(login).toBeLessThan(500);
  });

  it("as many avatars of the largest size that is taken", async () => {
    const megapixel = await sharp(large).resize(1_024, 1_024).avif({ effort: 0 }).toBuffer();
    let statuses: number[] = [];
    const { health, login, memory } = await during(async () => {
      statuses = await times(24, (n) => changeAvatar(person(n), megapixel, "image/avif"));
    });
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(memory).toBeLessThan(150);
    expect(health).toBeLessThan(500);
    expect(login).toBeLessThan(500);
  });

  it("photos of the dearest kind", async () => {
    let statuses: number[] = [];
    const { health, login, memory } = await during(async () => {
      statuses = await times(12, (n) => askWithPhoto(person(n), photo));
    });
    expect(statuses).toContain(201);
    expect(memory).toBeLessThan(150);
    expect(health).toBeLessThan(500);
    expect(login).toBeLessThan(1_000);
  });

  it("photos, avatars, searches and callers who wait for one key, together", async () => {
    const donor = new Client(server.url);
    await donor.register();
    const { id: requestId } = await person(0).ask();
    // A server loads the code of a call when it is first made.
    await person(0).call(contract.leaderboard, { query: { search: "no" } });
    await donor.call(contract.createPaymentIntent, { body: { requestId, amount: "6" } });
    await sandbox(
      "POST",
      "/faults",
      { answerAfterMs: 3_000, scope: { call: "POST /v1/payment_intents" } },
      running.stack,
    );
    const headers = { "idempotency-key": randomUUID() };
    const { health, login, memory } = await during(() =>
      Promise.all([
        times(12, (n) => askWithPhoto(person(n), photo)),
        times(24, (n) => changeAvatar(person(n), large, "image/avif")),
        atMost(10, 60, (n) => person(n).call(contract.leaderboard, { query: { search: "no" } })),
        // Not all in one instant: what a single thread does for so many requests takes seconds, whatever they cost.
        atMost(20, 220, () =>
          donor.call(contract.createPaymentIntent, { body: { requestId, amount: "5" }, headers }),
        ),
      ]),
    );
    expect(memory).toBeLessThan(250);
    expect(health).toBeLessThan(500);
    expect(login).toBeLessThan(1_000);
  });
});
