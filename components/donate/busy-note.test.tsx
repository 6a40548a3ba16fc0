import { act, fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { button, show, t } from "@/tests/support/screen";
import { BusyNote } from "./busy-note";

beforeEach(() => vi.useFakeTimers());

const onLess = vi.fn();
function open(remaining: number, seconds = 65) {
  const until = new Date(Date.now() + seconds * 1_000).toISOString();
  return show(<BusyNote busy={{ until, remaining }} missing={8_000} onLess={onLess} />);
}
const pass = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds));
const timer = () => screen.getByRole("timer").textContent;
const said = () => screen.getAllByRole("status").map(({ textContent }) => textContent);

it("counts down by the second, and then says that it is the donor's turn", () => {
  open(0);
  expect(timer()).toContain("1:05");
  pass(1_000);
  expect(timer()).toContain("1:04");
  pass(63_000);
  expect(timer()).toContain("0:01");
  pass(1_000);
  expect(screen.queryByRole("timer")).toBeNull();
  expect(said()).toContain(t("donate.busy.over"));
});

it("the time is not part of what is announced", () => {
  open(0);
  const before = said();
  pass(10_000);
  expect(said()).toEqual(before);
});

it("what can still be given is offered, and nothing where all is being paid", () => {
  open(750).change(<BusyNote busy={{ until: "2999-01-01", remaining: 0 }} missing={8_000} onLess={onLess} />);
  expect(said()).toContain(t("donate.busy.last", { amount: "€80.00" }));
  expect(screen.queryByRole("button")).toBeNull();
});

it("less is given by one press, in cents", () => {
  open(750);
  expect(said()).toContain(t("donate.busy.some", { amount: "€7.50" }));
  fireEvent.click(button(t("donate.busy.less", { amount: "€7.50" })));
  expect(onLess).toHaveBeenCalledExactlyOnceWith(750);
});

it("comes into sight once, not with each second", () => {
  const scrolled = vi.spyOn(Element.prototype, "scrollIntoView");
  onTestFinished(() => scrolled.mockRestore());
  open(0);
  pass(5_000);
  expect(scrolled).toHaveBeenCalledOnce();
});
