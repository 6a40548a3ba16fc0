import { validate as isUuid } from "uuid";
import { z } from "zod";
import type { Db } from "@/db/client";
import { AppError } from "@/lib/ground/errors";
import { decodeCursor, type Page, type PageRequest, toPage } from "@/lib/ground/paging";
import { addMonths } from "@/lib/ground/periods";
import { presentNight } from "./publish";
import { type BookMonth, monthsOf } from "./rules";
import { nightSchema, type Proof, type PublishedNight } from "./schema";
import {
  type NightRow,
  selectLeavesOf,
  selectMonths,
  selectNight,
  selectNightOf,
  selectNights,
  selectParties,
  withNodes,
} from "./store";
import { consistencyPath, inclusionPath } from "./tree";

export { selectNightOf as findNightOf } from "./store";

/** The published nights, newest first. @throws AppError VALIDATION_ERROR for a cursor that is none */
export async function listNights(db: Db, page: PageRequest): Promise<Page<PublishedNight>> {
  const [before] = decodeCursor(page.cursor, z.tuple([nightSchema])) ?? [null];
  const rows = await selectNights(db, before, page.limit + 1);
  return toPage(rows, page, ({ night }) => [night], presentNight);
}

/** What happened in each month, oldest first, the months without anything among them. Cents. */
export async function listBookMonths(db: Db, until: string): Promise<BookMonth[]> {
  const sums = await selectMonths(db);
  const first = sums[0]?.month;
  const months: string[] = [];
  for (let month = first; month !== undefined && month <= until; month = addMonths(month, 1))
    months.push(month);
  return monthsOf(sums, months);
}

/** Who asks for a proof: a person, or who has the link of a guest's receipt. */
export type ProofReader = { viewerId: string } | { isReceipt: true };

/**
 * The entries of a donation in the books of a night, each with its path to the root (firsts.md, Open kas), for its
 * donor, its recipient and who has its receipt.
 * @throws AppError NOT_FOUND also where it is not in those books
 */
export async function findProof(
  db: Db,
  reader: ProofReader,
  { donationId, night }: { donationId: string; night: string },
): Promise<Proof> {
  await assertMayRead(db, reader, donationId);
  const row = await nightOf(db, night);
  const leaves = await selectLeavesOf(db, donationId, row.size);
  if (leaves.length === 0) throw new AppError("NOT_FOUND");
  const paths = await withNodes(db, (node) =>
    leaves.map(({ index }) => inclusionPath(index, row.size, node).map(hex)),
  );
  return {
    published: presentNight(row),
    leaves: leaves.map((leaf, at) => ({ ...leaf, path: paths[at] ?? [] })),
    root: hex(row.root),
  };
}

async function assertMayRead(db: Db, reader: ProofReader, donationId: string): Promise<void> {
  const parties = isUuid(donationId) ? await selectParties(db, donationId) : null;
  const mayRead =
    parties !== null &&
    ("isReceipt" in reader || [parties.donorId, parties.recipientId].includes(reader.viewerId));
  if (!mayRead) throw new AppError("NOT_FOUND");
}

/** The first night in whose books a donation is, for who may see its proof. @throws AppError NOT_FOUND */
export async function findNightFor(db: Db, reader: ProofReader, donationId: string): Promise<string | null> {
  await assertMayRead(db, reader, donationId);
  return selectNightOf(db, donationId);
}

/**
 * The proof that the books of a night continue those of an earlier one.
 * @throws AppError NOT_FOUND, VALIDATION_ERROR when the first has more
 */
export async function findConsistency(db: Db, nights: { from: string; to: string }) {
  const from = await nightOf(db, nights.from);
  const to = await nightOf(db, nights.to);
  if (from.size > to.size) throw new AppError("VALIDATION_ERROR", { fields: { from: "invalid" } });
  const path = await withNodes(db, (node) => consistencyPath(from.size, to.size, node));
  return { from: presentNight(from), to: presentNight(to), path: path.map(hex) };
}

async function nightOf(db: Db, night: string): Promise<NightRow> {
  const row = nightSchema.safeParse(night).success ? await selectNight(db, night) : null;
  if (row === null) throw new AppError("NOT_FOUND");
  return row;
}

const hex = (bytes: Buffer) => bytes.toString("hex");
