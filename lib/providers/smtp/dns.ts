import { Resolver } from "node:dns/promises";

/** A DNS record by which other servers judge our mail, and what is wrong with it. */
export type DnsProblem = { record: string; problem: string };

type Resolve = (name: string) => Promise<string[][]>;

const TIMEOUT_MS = 2_000;
/** Asked, and there is no such record. Any other error means that nobody could be asked. */
const ABSENT = new Set(["ENOTFOUND", "ENODATA"]);

/** The domain of a sender such as `Name <a@example.org>`. */
export function senderDomain(from: string): string {
  return (/@([^@\s>]+)>?\s*$/.exec(from)?.[1] ?? "").toLowerCase();
}

/**
 * Looks up the records of SPF (RFC 7208), DMARC (RFC 7489) and, where the selector is known, DKIM (RFC 6376). Without a
 * network every record is one that could not be looked up; it never throws.
 */
export async function findDnsProblems(
  domain: string,
  dkimSelector: string | null,
  resolve: Resolve = resolver(),
): Promise<DnsProblem[]> {
  const found = await Promise.all([
    problemOf(`SPF: TXT of ${domain}`, async () => {
      const records = (await textsOf(domain, resolve)).filter((text) => /^v=spf1( |$)/i.test(text));
      if (records.length === 0) return "there is none";
      if (records.length > 1) return "there is more than one, so that none counts";
      return /[+ ]\+?all$/i.test(records[0] ?? "") ? "it lets everybody send (+all)" : null;
    }),
    problemOf(`DMARC: TXT of _dmarc.${domain}`, async () => {
      // A subdomain without a record of its own has that of the domain above it.
      for (const name of withParents(domain)) {
        const records = (await textsOf(`_dmarc.${name}`, resolve)).filter((text) => /^v=DMARC1/.test(text));
        if (records.length > 1) return "there is more than one, so that none counts";
        if (records.length === 1) return null;
      }
      return "there is none";
    }),
    ...(dkimSelector === null
      ? []
      : [
          problemOf(`DKIM: TXT of ${dkimSelector}._domainkey.${domain}`, async () => {
            const records = await textsOf(`${dkimSelector}._domainkey.${domain}`, resolve);
            if (records.length === 0) return "there is none";
            return records.some((text) => /(^|;)\s*p=\s*[a-z0-9+/]/i.test(text))
              ? null
              : "it has no key (p=)";
          }),
        ]),
  ]);
  return found.filter((each) => each !== null);
}

async function problemOf(record: string, look: () => Promise<string | null>): Promise<DnsProblem | null> {
  try {
    const problem = await look();
    return problem === null ? null : { record, problem };
  } catch (error) {
    const { code = "no answer" } = error as NodeJS.ErrnoException;
    return { record, problem: `it could not be looked up (${code})` };
  }
}

/** The texts of a name; a long one comes in pieces. */
async function textsOf(name: string, resolve: Resolve): Promise<string[]> {
  try {
    return (await resolve(name)).map((pieces) => pieces.join(""));
  } catch (error) {
    if (ABSENT.has((error as NodeJS.ErrnoException).code ?? "")) return [];
    throw error;
  }
}

/** `mail.example.org`, then `example.org`. */
function withParents(domain: string): string[] {
  const labels = domain.split(".");
  return labels.slice(0, Math.max(1, labels.length - 1)).map((_, index) => labels.slice(index).join("."));
}

function resolver(): Resolve {
  const dns = new Resolver({ timeout: TIMEOUT_MS, tries: 1 });
  return (name) => dns.resolveTxt(name);
}
