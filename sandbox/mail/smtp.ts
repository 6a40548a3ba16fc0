import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { SMTPServer, type SMTPServerSession } from "smtp-server";
import type { Faults } from "../control/faults";
import type { Mailbox } from "./mailbox";

/** Bytes of a message. */
const MAX_SIZE = 5 * 1024 * 1024;
/** How long open connections may stay when the sandbox stops. */
const CLOSE_MS = 50;

const REFUSALS = {
  451: "4.3.0 Requested action aborted: local error in processing",
  550: "5.1.1 No such user here",
  554: "5.7.1 Refused by policy",
};

/**
 * Accepts every message for everybody, without login and TLS, on the loopback address; port 0 takes any.
 * @throws Error when the port is taken
 */
export async function startSmtp(
  port: number,
  { mailbox, faults }: { mailbox: Mailbox; faults: Faults },
): Promise<{ port: number; stop: () => Promise<void> }> {
  const server = new SMTPServer({
    name: "sandbox.invalid",
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    size: MAX_SIZE,
    closeTimeout: CLOSE_MS,
    onRcptTo({ address }, _session, answer) {
      const code = faults.take("refuseRecipient", { recipient: address });
      answer(code === undefined ? null : refusal(code, REFUSALS[code]));
    },
    onData(stream, session, answer) {
      receive(stream, session).then(
        (isAnswered) => isAnswered && answer(),
        (error: Error) => answer(error),
      );
    },
  });

  type Stream = Parameters<NonNullable<SMTPServer["options"]["onData"]>>[0];

  /** Whether the client gets the answer that its message was accepted. */
  async function receive(stream: Stream, session: SMTPServerSession): Promise<boolean> {
    const raw = await buffer(stream);
    if (stream.sizeExceeded) throw refusal(552, "5.3.4 Message too big");
    const { mailFrom, rcptTo } = session.envelope;
    const to = rcptTo.map(({ address }) => address);
    const [recipient = ""] = to;
    if (faults.take("cutBeforeActing", { recipient })) return cut(session);
    await mailbox.add(raw, { from: mailFrom ? mailFrom.address : "", to });
    const delay = faults.take("answerAfterMs", { recipient });
    if (delay) await wait(delay);
    const timeout = faults.take("timeoutAfterActing", { recipient });
    if (timeout === "cut") return cut(session);
    return timeout === undefined;
  }

  function cut({ id }: SMTPServerSession): false {
    for (const connection of server.connections) if (connection.id === id) connection.close();
    return false;
  }

  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      server.off("error", reject);
      // A client that goes away in the middle is no fault of the sandbox.
      server.on("error", () => undefined);
      resolve();
    });
  });
  return {
    port: (server.server.address() as AddressInfo).port,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
