import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { show, t } from "@/tests/support/screen";
import { PayeeFace } from "./payee-face";

vi.mock("@/lib/actions/payouts", () => ({ checkPayeeAction: vi.fn() }));

const STOPPED = {
  standing: "stopped",
  state: "stopped",
  waitsFor: "nobody",
  waitsUntil: null,
  bankLast4: null,
  problem: null,
} as const;

it.each(["bank", "paypal"] as const)(
  "who cannot be paid by %s is invited to write only where there is an address",
  (by) => {
    const face = (contact: string | null) => (
      <PayeeFace payee={{ ...STOPPED, by }} method={by} contact={contact} />
    );
    const { change } = show(face("help@example.org"));
    const link = screen.getByRole("link", { name: t("gettingPaid.faces.stopped.action") });
    expect(link.getAttribute("href")).toBe("mailto:help@example.org");
    expect(screen.getByText(/Write to us\.$/)).toBeDefined();
    change(face(null));
    expect(screen.queryByText(/Write to us/)).toBeNull();
  },
);
