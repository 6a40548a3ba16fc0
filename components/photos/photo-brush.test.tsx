import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import * as picture from "@/components/shared/picture";
import { button, show, t } from "@/tests/support/screen";
import { PhotoBrush } from "./photo-brush";

vi.mock("@/components/shared/picture", () => ({
  openPicture: vi.fn(),
  drawPicture: vi.fn(),
  encodePicture: vi.fn(async () => new Blob(["covered"], { type: "image/jpeg" })),
  putOnWhite: vi.fn(),
}));

/** What was drawn since the picture was painted last: its lines, by their points. */
let lines: [number, number][][] = [];
const context = {
  clearRect: () => undefined,
  drawImage: () => {
    lines = [];
  },
  beginPath: () => lines.push([]),
  moveTo: () => undefined,
  lineTo: (x: number, y: number) => lines.at(-1)?.push([x, y]),
  stroke: vi.fn(),
};
const file = new File(["names"], "bill.jpg", { type: "image/jpeg" });
const use = () => button(t("brush.use"));

beforeEach(() => {
  vi.mocked(picture.openPicture).mockResolvedValue(new Image());
  vi.mocked(picture.drawPicture).mockImplementation(() =>
    Object.assign(document.createElement("canvas"), { width: 800, height: 600 }),
  );
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockImplementation(() => context as never);
});

async function open() {
  const handlers = { onUse: vi.fn(), onCancel: vi.fn() };
  const shown = show(<PhotoBrush file={file} {...handlers} />);
  await waitFor(() => expect(use().disabled).toBe(false));
  const canvas = screen.getByRole("img") as HTMLCanvasElement;
  // Half as large on the screen.
  canvas.getBoundingClientRect = () => ({ left: 10, top: 20, width: 400, height: 300 }) as DOMRect;
  let held = false;
  Object.assign(canvas, {
    setPointerCapture: () => {
      held = true;
    },
    hasPointerCapture: () => held,
  });
  const at = (clientX: number, clientY: number) => ({ clientX, clientY, pointerId: 1 });
  return { ...shown, ...handlers, canvas, at };
}

it("draws where the picture is touched, in the picture's own pixels", async () => {
  const { canvas, at } = await open();
  fireEvent.pointerMove(canvas, at(50, 50));
  expect(lines).toEqual([]);
  fireEvent.pointerDown(canvas, at(10, 20));
  fireEvent.pointerMove(canvas, at(210, 170));
  expect(lines).toEqual([
    [
      [0, 0],
      [400, 300],
    ],
  ]);
});

it("takes back the last line alone", async () => {
  const { user, canvas, at } = await open();
  expect(button(t("brush.undo")).disabled).toBe(true);
  fireEvent.pointerDown(canvas, at(10, 20));
  fireEvent.pointerDown(canvas, at(110, 20));
  expect(lines).toHaveLength(2);
  await user.click(button(t("brush.undo")));
  expect(lines).toEqual([[[0, 0]]]);
});

it("what is used is the canvas as it was drawn over, never the file that was chosen", async () => {
  const { user, onUse, canvas } = await open();
  await user.click(use());
  await waitFor(() => expect(onUse).toHaveBeenCalledOnce());
  expect(vi.mocked(picture.encodePicture).mock.calls[0]?.[0]).toBe(canvas);
  const used = onUse.mock.calls[0]?.[0] as File;
  expect([used.name, await used.text()]).toEqual(["bill.jpg", "covered"]);
});

it("a photo that cannot be opened is said and given up; another can be chosen", async () => {
  vi.mocked(picture.openPicture).mockRejectedValue(new Error("no picture"));
  const onCancel = vi.fn();
  await act(async () => void show(<PhotoBrush file={file} onUse={vi.fn()} onCancel={onCancel} />));
  await waitFor(() => expect(onCancel).toHaveBeenCalledOnce());
  expect(await screen.findByText(t("brush.unreadable"))).toBeDefined();
});
