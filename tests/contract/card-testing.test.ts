import { afterAll, beforeAll, expect, it } from "vitest";
import type { DonationIntent } from "@/lib/domain/donations/schema";
import { contract } from "@/lib/web/contract";
import { Client, eventually, ownStack, pay } from "../support/http";
import { startStack } from "../support/stack";

let running: Awaited<ReturnType<typeof startStack>>;
beforeAll(async () => {
  running = await startStack({ postgresUrl: ownStack().databaseUrl });
});
afterAll(() => running.stop());

it("whoever tries one card after another has to wait, and cannot go on with what they began; nobody else notices", async () => {
  const asker = new Client(running.stack.appUrl);
  await asker.requester("Samira");
  const request = await asker.ask(50_000);
  const give = (donor: Client) =>
    donor.call(contract.createPaymentIntent, { body: { requestId: request.id, amount: "1" } });
  const [tester, neighbour] = [new Client(running.stack.appUrl), new Client(running.stack.appUrl)];
  await tester.register("Tester");
  await neighbour.register("Neighbour");
  const { clientSecret } = (await give(tester)).body as DonationIntent;
  const tried = await eventually(
    () => pay(clientSecret, "4000000000000002", running.stack),
    ({ status }) => status !== 402,
  );
  expect(tried.status, "the payment was ended").toBe(400);
  const refused = await give(tester);
  expect(refused.status).toBe(429);
  expect(refused.body).toMatchObject({ code: "RATE_LIMITED" });
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(200);
  expect((await give(neighbour)).status).toBe(200);
});
