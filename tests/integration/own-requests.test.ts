import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { donations, newId, requests } from "@/db/schema";
import { selectRequestsOf } from "@/lib/domain/operator/people-store";
import { changeGiving, editRequest } from "@/lib/domain/requests/change-own";
import { countActive, findRequest, listFeed } from "@/lib/domain/requests/queries";
import { openBooks } from "../support/books";
import { donationRow, requestRow, start, tell } from "../support/donating";
import { addPerson, addRequest, STRANGER } from "../support/people";

const { database, card, context } = openBooks();
/** None of the tests has a photo. */
const withPhotos = () => ({ db: database.db, photos: {} as never });

async function scene() {
  const [owner, donor] = [await addPerson(database.db), await addPerson(database.db)];
  return { owner, donor, request: await addRequest(database.db, owner) };
}
const to = (owner: { id: string }, id: string, state: "paused" | "resumed" | "closed") =>
  changeGiving(database.db, owner, { id, to: state });

describe("the owner of a request (safety.md, Owner's own)", () => {
  it("changes its words until the first donation begins, and again after it failed", async () => {
    const { owner, donor, request } = await scene();
    const edit = (item: string) => editRequest(withPhotos(), owner, { id: request.id, item });
    expect(await edit("A warm coat")).toMatchObject({
      item: "A warm coat",
      description: "It is getting cold.",
    });
    const given = await start(context, donor, request, "5");
    await expect(edit("A car")).rejects.toMatchObject({ code: "HAS_DONATIONS" });
    await database.db
      .update(donations)
      .set({ paymentStatus: "failed" })
      .where(eq(donations.id, given.donationId));
    expect(await edit("A coat")).toMatchObject({ item: "A coat" });
  });

  it("changes nothing of what somebody is giving to: one of both waits", async () => {
    for (let round = 0; round < 10; round += 1) {
      const { owner, donor, request } = await scene();
      const [edited, given] = await Promise.allSettled([
        editRequest(withPhotos(), owner, { id: request.id, item: "A car" }),
        start(context, donor, request, "5"),
      ]);
      expect(given.status).toBe("fulfilled");
      if (edited.status === "rejected") expect(edited.reason).toMatchObject({ code: "HAS_DONATIONS" });
      const { item } = await requestRow(database.db, request.id);
      expect(item).toBe(edited.status === "fulfilled" ? "A car" : "A winter coat");
    }
  });

  it("pauses and resumes giving; what was begun before is credited", async () => {
    const { owner, donor, request } = await scene();
    const begun = await start(context, donor, request, "5");
    expect(await to(owner, request.id, "paused")).toMatchObject({ givingOff: "paused" });
    await expect(start(context, donor, request, "5")).rejects.toMatchObject({
      code: "GIVING_OFF",
      values: { cause: "paused" },
    });
    card.pay(begun.paymentId);
    expect(await tell(context, begun.paymentId)).toBe("credited");
    expect(await donationRow(database.db, begun.donationId)).toMatchObject({ paymentStatus: "completed" });
    expect(await to(owner, request.id, "resumed")).toMatchObject({ givingOff: null });
    await start(context, donor, request, "5");
  });

  it("closes it for good, keeps what was given and has a place free", async () => {
    const { owner, donor, request } = await scene();
    const given = await start(context, donor, request, "5");
    card.pay(given.paymentId);
    await tell(context, given.paymentId);
    expect(await countActive(database.db, owner.id)).toBe(1);
    expect(await to(owner, request.id, "closed")).toMatchObject({ givingOff: "closed", raised: 500 });
    expect(await countActive(database.db, owner.id)).toBe(0);
    const { items } = await listFeed(database.db, { limit: 100 });
    expect(items.some(({ id }) => id === request.id)).toBe(false);
    await to(owner, request.id, "closed");
    for (const state of ["paused", "resumed"] as const) {
      await expect(to(owner, request.id, state)).rejects.toMatchObject({ code: "CLOSED" });
    }
    expect(await findRequest(database.db, request.id, STRANGER)).toMatchObject({ givingOff: "closed" });
  });

  it("is what its owner sees and the office, also where another cause is named", async () => {
    const { owner, request } = await scene();
    await to(owner, request.id, "closed");
    await database.db.update(requests).set({ givingOffAt: new Date() }).where(eq(requests.id, request.id));
    const state = { givingOff: "decision", givingChoice: "closed" };
    expect(await findRequest(database.db, request.id, { ...STRANGER, id: owner.id })).toMatchObject(state);
    expect(await selectRequestsOf(database.db, owner.id, 1)).toMatchObject([{ status: "closed" }]);
  });

  it("alone does so, and a completed one is neither edited nor paused", async () => {
    const { owner, donor, request } = await scene();
    await expect(to(donor, request.id, "closed")).rejects.toMatchObject({ code: "FORBIDDEN" });
    for (const id of [newId(), "x"]) {
      await expect(to(owner, id, "paused")).rejects.toMatchObject({ code: "NOT_FOUND" });
    }
    const given = await start(context, donor, request, "100");
    card.pay(given.paymentId);
    await tell(context, given.paymentId);
    await expect(to(owner, request.id, "paused")).rejects.toMatchObject({ code: "NOT_ACTIVE" });
    await expect(editRequest(withPhotos(), owner, { id: request.id, item: "A car" })).rejects.toMatchObject({
      code: "NOT_ACTIVE",
    });
  });
});
