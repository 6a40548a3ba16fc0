import { waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { editRequestAction } from "@/lib/actions/requests";
import { button, field, REQUEST, refusal, show, t } from "@/tests/support/screen";
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
