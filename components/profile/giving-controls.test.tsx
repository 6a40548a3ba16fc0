import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { changeGivingAction, editRequestAction } from "@/lib/actions/requests";
import {
  accepted,
  answersLater,
  button,
  dialogCloses,
  field,
  isBusy,
  later,
  noButton,
  openDialog,
  REQUEST,
  ready,
  refusal,
  show,
  t,
} from "@/tests/support/screen";
import { GivingControls } from "./giving-controls";

vi.mock("@/lib/actions/requests", () => ({ changeGivingAction: vi.fn(), editRequestAction: vi.fn() }));
const change = vi.mocked(changeGivingAction);
const edit = vi.mocked(editRequestAction);
const own = (name: "edit" | "pause" | "resume" | "close" | "save") => t(`profile.requests.own.${name}`);

it.each([
  ["a completed request", { isCompleted: true }],
  ["a deleted one", { isActive: false }],
  ["a closed one", { givingOff: "closed", givingChoice: "closed" }],
  ["a closed one that a decision concerns too", { givingOff: "decision", givingChoice: "closed" }],
  ["a closed one of somebody who cannot be paid out", { givingOff: "payee", givingChoice: "closed" }],
] as const)("%s has no controls", (_, state) => {
  show(<GivingControls request={{ ...REQUEST, ...state }} />);
  expect(noButton(own("close"))).toBe(true);
});

it("giving is paused and resumed at once; a refusal says why", async () => {
  const answer = answersLater(change);
  const shown = show(<GivingControls request={REQUEST} />);
  await shown.user.click(button(own("pause")));
  // A disabled button would lose the focus.
  expect([isBusy(own("pause")), button(own("pause")).disabled]).toEqual([true, false]);
  await shown.user.click(button(own("pause")));
  answer.resolve(accepted());
  expect(await shown.findByText(t("profile.requests.own.paused"))).toBeDefined();
  shown.change(<GivingControls request={{ ...REQUEST, givingOff: "payee", givingChoice: "paused" }} />);
  change.mockResolvedValueOnce(refusal("STOPPED", "Everything is stopped."));
  await shown.user.click(await ready(() => button(own("resume"))));
  expect(await shown.findByText("Everything is stopped.")).toBeDefined();
  expect(change.mock.calls).toEqual([[{ id: "r1", to: "paused" }], [{ id: "r1", to: "resumed" }]]);
});

it("a request closes for good after a question, which names its buttons apart and stays while it closes", async () => {
  const answer = answersLater(change);
  const page = (givingChoice: "closed" | null) => (
    <section>
      <h3>A bicycle</h3>
      <GivingControls request={{ ...REQUEST, givingChoice }} />
    </section>
  );
  const { user, openBy, change: render } = show(page(null));
  await openBy(own("close"));
  expect(change).not.toHaveBeenCalled();
  const names = [...document.querySelectorAll("[role=alertdialog] button")].map(
    (each) => each.getAttribute("aria-label") ?? each.textContent,
  );
  expect(new Set(names).size).toBe(names.length);
  await user.click(screen.getByText(own("close"), { selector: "[role=alertdialog] button" }));
  await user.keyboard("{Escape}");
  expect(openDialog()).not.toBeNull();
  render(page("closed"));
  answer.resolve(accepted());
  await dialogCloses();
  expect(change).toHaveBeenCalledExactlyOnceWith({ id: "r1", to: "closed" });
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("heading")));
});

it("after the first donation its words stay", () => {
  show(<GivingControls request={{ ...REQUEST, givers: 1 }} />);
  expect(noButton(own("edit"))).toBe(true);
});

it("what is wrong with new words is said at their field, and they stay typed", async () => {
  const fields = { item: "Too short" };
  edit.mockResolvedValueOnce(refusal("VALIDATION_ERROR", "Check", { fields }));
  edit.mockResolvedValueOnce(accepted());
  const { user, openBy, findByText } = show(<GivingControls request={{ ...REQUEST, givers: 0 }} />);
  await openBy(own("edit"));
  const item = field(t("profile.requests.own.item"));
  expect(item.value).toBe("A bicycle");
  await user.clear(item);
  await user.type(item, "B");
  await user.selectOptions(field(t("find.chooseCategory")), "transport");
  await user.click(await ready(() => button(own("save"))));
  expect(await findByText("Too short")).toBeDefined();
  expect(document.activeElement).toBe(item);
  await user.type(item, "ike");
  await user.click(await ready(() => button(own("save"))));
  await dialogCloses();
  await waitFor(() => expect(document.activeElement).toBe(button(own("edit"))));
  expect(edit).toHaveBeenLastCalledWith({
    id: "r1",
    item: "Bike",
    description: "To get to work",
    category: "transport",
    placeId: null,
  });
});

it("a town that is still being looked up is not lost: saving waits for it, in words at its field", async () => {
  const places = later<object[]>();
  vi.stubGlobal("fetch", async () => Response.json(await places.promise));
  edit.mockResolvedValueOnce(accepted());
  const { user, openBy } = show(<GivingControls request={{ ...REQUEST, givers: 0 }} />);
  await openBy(own("edit"));
  const town = field(t("find.choosePlace"));
  await user.type(town, "gent");
  await user.click(button(own("save")));
  await waitFor(() => expect(town.getAttribute("aria-invalid")).toBe("true"));
  expect(edit).not.toHaveBeenCalled();
  places.resolve([{ id: 7, name: "Gent", country: "BE" }]);
  await waitFor(() => expect(town.value).toBe("Gent (BE)"));
  await user.click(await ready(() => button(own("save"))));
  await waitFor(() => expect(edit.mock.calls[0]?.[0]).toMatchObject({ placeId: 7 }));
});
