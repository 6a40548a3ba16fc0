import type { Mail, ReadMail } from "@/sandbox/mail/mailbox";
import type { Stack } from "./stack";

/** The sandbox that received the mail; a `Stack` is one. */
type Inbox = Pick<Stack, "sandboxUrl" | "secretKey">;

/** `kind` is the kind of the message (`lib/ground/mail-kinds.ts`), `subject` a part of the subject. */
type Wanted = { to: string; kind?: string; subject?: string; since?: Date };

const POLL_MS = 50;
const PATIENCE_MS = 30_000;

/**
 * The newest message that fits, as soon as there is one. For tests of Vitest and of Playwright.
 * @throws Error when none arrives within 30 seconds, with what did arrive at the address
 */
export async function waitForMail(inbox: Inbox, wanted: Wanted): Promise<ReadMail> {
  for (const deadline = Date.now() + PATIENCE_MS; ; ) {
    const found = (await listed(inbox, wanted)).at(-1);
    if (found) return read(inbox, found.id);
    if (Date.now() > deadline) {
      const others = (await listed(inbox, { to: wanted.to })).map(({ subject }) => subject);
      throw new Error(`no mail ${JSON.stringify(wanted)}, but ${JSON.stringify(others)}`);
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** The first address in the plain text of a message whose path begins with `path`, such as `/link`. */
export function linkIn({ text }: ReadMail, path: string): string {
  const link = text
    ?.match(/https?:\/\/[^\s<>"]*[^\s<>".,;:!?)]/g)
    ?.find((each) => new URL(each).pathname.startsWith(path));
  if (!link) throw new Error(`no link to ${path} in: ${text}`);
  return link;
}

/** Reads from the control API. Bounces and complaints are ordered by `sandbox()` of `http.ts`. */
async function ask(inbox: Inbox, path: string): Promise<unknown> {
  const response = await fetch(`${inbox.sandboxUrl}/_sandbox/mails${path}`, {
    headers: { authorization: `Bearer ${inbox.secretKey}` },
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

async function listed(inbox: Inbox, { kind, since, ...wanted }: Wanted): Promise<Mail[]> {
  const query = new URLSearchParams({ ...wanted, ...(since && { since: since.toISOString() }) });
  const { mails } = (await ask(inbox, `?${query}`)) as { mails: Mail[] };
  return mails.filter(({ headers }) => kind === undefined || headers["x-steuntje-kind"] === kind);
}

async function read(inbox: Inbox, id: string): Promise<ReadMail> {
  return (await ask(inbox, `/${id}`)) as ReadMail;
}
