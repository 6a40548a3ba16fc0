import { type AddressInfo, createServer, type Server } from "node:net";
import { afterEach, expect, it } from "vitest";
import { type MailRefused, smtpTransport } from "./transport";

let server: Server | null = null;
afterEach(() => {
  server?.close();
});

/** What comes of a message to whose recipient, `DATA` or text the mail server answers this. */
async function sentWith(
  code: number,
  text: string,
  at: "recipient" | "data" | "text" = "recipient",
): Promise<MailRefused> {
  const answering = createServer((socket) => {
    socket.write("220 ready\r\n");
    let inText = false;
    const refusal = `${code} ${text}\r\n`;
    const answers: Record<string, string> = {
      RCPT: at === "recipient" ? refusal : "250 ok\r\n",
      DATA: at === "data" ? refusal : "354 go on\r\n",
      QUIT: "221 bye\r\n",
    };
    socket.on("data", (data) => {
      const said = data.toString();
      if (inText) {
        if (!said.endsWith("\r\n.\r\n")) return;
        inText = false;
        socket.write(at === "text" ? refusal : "250 ok\r\n");
        return;
      }
      const answer = answers[said.slice(0, 4).toUpperCase()] ?? "250 ok\r\n";
      inText = answer.startsWith("354");
      socket.write(answer);
    });
    socket.on("error", () => socket.destroy());
  });
  server = answering;
  await new Promise<void>((resolve) => answering.listen(0, "127.0.0.1", resolve));
  const { port } = answering.address() as AddressInfo;
  const transport = smtpTransport(`smtp://127.0.0.1:${port}`, { connections: 1 });
  const mail = { messageId: "<a@example.org>", from: "a@example.org", to: "b@example.org", headers: {} };
  const error = await transport.send({ ...mail, subject: "", html: "", text: "" }).catch((thrown) => thrown);
  transport.close();
  return error;
}

it.each(["5.1.1 no such user", "5.2.1 mailbox disabled", "5.1.10 null MX"])(
  "an address that the server says does not exist is unknown: 550 %s",
  async (text) => {
    expect(await sentWith(550, text)).toMatchObject({ name: "MailRefused", isAddressUnknown: true });
  },
);

it.each(["relay not permitted", "5.7.1 relaying denied", "5.1.8 sender address rejected"])(
  "a server that refuses us says nothing about the address: 550 %s",
  async (text) => {
    expect(await sentWith(550, text)).toMatchObject({ name: "MailRefused", isAddressUnknown: false });
  },
);

it.each(["data", "text"] as const)(
  "what is refused for good at the %s says whether it is the address",
  async (at) => {
    for (const [code, text, isAddressUnknown] of [
      [550, "5.1.1 no such user", true],
      [550, "5.2.1 mailbox disabled", true],
      [554, "5.2.2 mailbox full for good", true],
      [550, "5.0.0 no", true],
      [550, "Requested action not taken: mailbox unavailable", true],
      [554, "Transaction failed", true],
      [554, "5.7.1 Refused by policy: spam", false],
      [550, "5.6.0 the text was refused", false],
      [550, "5.1.8 sender address rejected", false],
      [552, "5.3.4 message too big", false],
      [552, "Message size exceeds maximum permitted", false],
      [550, "5.7.26 unauthenticated mail", false],
    ] as const) {
      expect([code, text, await sentWith(code, text, at)]).toMatchObject([
        code,
        text,
        { name: "MailRefused", isAddressUnknown },
      ]);
    }
    expect((await sentWith(451, "4.7.1 greylisted", at)).name).not.toBe("MailRefused");
  },
);

it("a refusal for now is worth another attempt", async () => {
  expect((await sentWith(451, "4.7.1 greylisted")).name).not.toBe("MailRefused");
});
