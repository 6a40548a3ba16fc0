import { type AddressInfo, createServer, type Server } from "node:net";
import { afterEach, expect, it } from "vitest";
import { type MailRefused, smtpTransport } from "./transport";

let server: Server | null = null;
afterEach(() => {
  server?.close();
});

/** What comes of a message whose recipient the mail server answers this to. */
async function sentWith(code: number, text: string): Promise<MailRefused> {
  const answering = createServer((socket) => {
    socket.write("220 ready\r\n");
    socket.on("data", (data) => {
      const command = data.toString().slice(0, 4).toUpperCase();
      socket.write(
        command === "RCPT" ? `${code} ${text}\r\n` : command === "QUIT" ? "221 bye\r\n" : "250 ok\r\n",
      );
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

it("a refusal for now is worth another attempt", async () => {
  expect((await sentWith(451, "4.7.1 greylisted")).name).not.toBe("MailRefused");
});
