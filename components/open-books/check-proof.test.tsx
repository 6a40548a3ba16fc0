import { screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { answers, show, t } from "@/tests/support/screen";
import { CheckProof } from "./check-proof";

const verifier = vi.hoisted(() => ({ checkProof: vi.fn(), checkConsistency: vi.fn() }));
vi.mock("/verify-books.mjs", () => verifier);

const PROOF = {
  published: { statement: "night one" },
  leaves: [
    { entry: JSON.stringify({ kind: "donation", account: "donor", amount: -2_550 }) },
    { entry: JSON.stringify({ kind: "donation", account: "recipient", amount: 2_500 }) },
    { entry: "not to be read" },
  ],
};
const page = (newest = "2026-11-20") => (
  <CheckProof night="2026-11-20" newest={newest} donationId="d1" query="donationId=d1" />
);
const text = (name: "fails" | "unreachable" | "unknown" | "isWrong") => t(`openBooks.check.${name}`);
beforeEach(() => {
  verifier.checkProof.mockResolvedValue([
    { check: "donation", holds: true },
    { check: "leaf", holds: true },
    { check: "sum", holds: true },
  ]);
});

it("says that a donation is in the books, with what was paid and given", async () => {
  const fetch = answers({ body: PROOF });
  show(page());
  expect(await screen.findByText(/^Yes, it is in the books of/)).toBeDefined();
  const amounts = { paid: "€25.50", given: "€25.00" };
  expect(screen.getByText(t("openBooks.check.steps.donation", amounts))).toBeDefined();
  expect(fetch.mock.calls.map(([path]) => path)).toEqual(["/api/open-books/2026-11-20/proof?donationId=d1"]);
  expect(verifier.checkProof.mock.calls[0]?.[1]).toEqual({ donationId: "d1", night: "2026-11-20" });
  expect(verifier.checkConsistency).not.toHaveBeenCalled();
});

it("later books must continue the ones of the donation", async () => {
  answers({ body: PROOF }, { body: {} });
  verifier.checkConsistency.mockResolvedValue([{ check: "consistency", holds: false }]);
  show(page("2026-11-27"));
  expect(await screen.findByText(text("fails"))).toBeDefined();
  expect(verifier.checkConsistency.mock.calls[0]?.[1]).toEqual({ from: "night one", to: "2026-11-27" });
  expect(screen.getAllByRole("img", { name: text("isWrong") })).toHaveLength(2);
});

it.each([
  [
    "one check that fails is enough",
    [
      { check: "leaf", holds: true },
      { check: "sum", holds: false },
    ],
  ],
  ["without its entry nothing is proven", [{ check: "sum", holds: true }]],
  ["an entry that a browser cannot check proves nothing", [{ check: "leaf", holds: null }]],
])("%s", async (_, checks) => {
  answers({ body: PROOF });
  verifier.checkProof.mockResolvedValue(checks);
  show(page());
  expect(await screen.findByText(text("fails"))).toBeDefined();
});

it("books that cannot be read are neither right nor wrong", async () => {
  answers(null);
  show(page());
  expect((await screen.findByRole("alert")).textContent).toBe(text("unreachable"));
});
