import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { Gate } from "./gate";

it("what was asked while a gate was shut is answered once it is open again", async () => {
  const asked: string[] = [];
  const provider = createServer(({ url = "" }, response) => {
    asked.push(url);
    response.end(url);
  });
  await once(provider.listen(0, "127.0.0.1"), "listening");
  const apiUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  const gate = await Gate.open({ databaseUrl: "postgres://127.0.0.1:1/none", apiUrl }, "all");
  try {
    gate.keep(1);
    const ask = async (path: string) => (await fetch(gate.apiUrl + path)).text();
    const first = ask("/first");
    await gate.shut;
    // Answers of calls that are made at the same time: the other call comes when the first one's answer is kept.
    const second = ask("/second");
    await expect.poll(() => gate.waiting).toBe(2);
    expect(asked).toEqual(["/first"]);
    gate.reopen();
    expect(await Promise.all([first, second])).toEqual(["/first", "/second"]);
  } finally {
    gate.close();
    provider.close();
  }
});
