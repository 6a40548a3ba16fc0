import { waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { editRequestAction } from "@/lib/actions/requests";
import {
  accepted,
  answers,
  answersLater,
  button,
  field,
  REQUEST,
  ready,
  refusal,
  show,
  t,
} from "@/tests/support/screen";
import { EditDialog } from "./edit-dialog";

vi.mock("@/lib/actions/requests", () => ({ editRequestAction: vi.fn() }));

it("a town that is refused gets the focus in the field that is seen", async () => {
  const fields = { placeId: t("errors.fields.invalid") };
  vi.mocked(editRequestAction).mockResolvedValue(refusal("VALIDATION_ERROR", "Check", { fields }));
  const { user, findByText } = show(<EditDialog request={REQUEST} onClose={vi.fn()} onClosed={vi.fn()} />);
  await user.click(button(t("profile.requests.own.save")));
  expect(await findByText(fields.placeId)).toBeDefined();
  await waitFor(() => expect(document.activeElement).toBe(field(t("find.choosePlace"))));
});

it("what is changed and saved while a save is on its way is saved after it; the same is not saved twice", async () => {
  const action = vi.mocked(editRequestAction);
  action.mockReset();
  const fields = { item: "Too short" };
  const first = answersLater(action);
  action.mockResolvedValueOnce(accepted());
  const onClose = vi.fn();
  const { user, findByText } = show(<EditDialog request={REQUEST} onClose={onClose} onClosed={vi.fn()} />);
  const save = button(t("profile.requests.own.save"));
  await user.click(save);
  await user.click(save);
  expect(action).toHaveBeenCalledOnce();
  await user.type(field(t("profile.requests.own.item")), "!");
  await user.click(save);
  first.resolve(refusal("VALIDATION_ERROR", "Check", { fields }));
  expect(await findByText(t("profile.requests.own.saved"))).toBeDefined();
  expect(action.mock.calls.map(([sent]) => sent.item)).toEqual(["A bicycle", "A bicycle!"]);
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});

it("a save does not close what is changed meanwhile, and a refusal leaves its writer where they are", async () => {
  const action = vi.mocked(editRequestAction);
  action.mockReset();
  const [first, second] = [answersLater(action), answersLater(action)];
  const onClose = vi.fn();
  const { user, findByText } = show(<EditDialog request={REQUEST} onClose={onClose} onClosed={vi.fn()} />);
  const save = button(t("profile.requests.own.save"));
  const description = field(t("profile.requests.own.description"));
  await user.click(save);
  await user.type(description, "!");
  first.resolve(accepted());
  await ready(() => save);
  expect(onClose).not.toHaveBeenCalled();
  await user.click(save);
  await user.type(description, "!");
  second.resolve(refusal("VALIDATION_ERROR", "Check", { fields: { item: "Too short" } }));
  expect(await findByText("Too short")).toBeDefined();
  await ready(() => save);
  expect([document.activeElement, description.value]).toEqual([description, "To get to work!!"]);
});

it("a town that is written out while its id is being saved is no change: the dialog closes", async () => {
  const action = vi.mocked(editRequestAction);
  action.mockReset();
  const saving = answersLater(action);
  answers({ body: [{ id: 7, name: "Gent", country: "BE" }] });
  const onClose = vi.fn();
  const { user } = show(<EditDialog request={REQUEST} onClose={onClose} onClosed={vi.fn()} />);
  const town = field(t("find.choosePlace"));
  await user.type(town, "gent");
  await waitFor(() => expect(document.querySelector<HTMLInputElement>("[name=placeId]")?.value).toBe("7"));
  await user.keyboard("{Enter}");
  await user.tab();
  expect(town.value).toBe("Gent (BE)");
  saving.resolve(accepted());
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(action.mock.calls.map(([sent]) => sent.placeId)).toEqual([7]);
});
