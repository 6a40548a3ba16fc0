import { useTranslations } from "next-intl";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { InputField } from "@/components/shared/field";
import { Button } from "@/components/ui/button";
import { Popover, PopoverClose, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { now } from "@/lib/ground/clock";
import { type CardField, cardFieldProblems, formatCardNumber, formatCvc, formatExpiry } from "./card-fields";
import type { TypedCard } from "./sandbox-call";

/** The card provider's test numbers, which the sandbox understands. */
const TEST_CARDS = [
  { number: "4242 4242 4242 4242", outcome: "success" },
  { number: "4000 0025 0000 3155", outcome: "threeDSecure" },
  { number: "4000 0000 0000 0002", outcome: "declined" },
  { number: "4000 0000 0000 9995", outcome: "insufficientFunds" },
  { number: "4000 0000 0000 0069", outcome: "expired" },
  { number: "4000 0000 0000 0127", outcome: "cvc" },
  { number: "4000 0000 0000 0119", outcome: "processing" },
] as const;

const EMPTY: Record<CardField, string> = { number: "", expiry: "", cvc: "" };
/** A test number takes any future date and any code. */
const ANY = { expiry: "12 / 34", cvc: "123" };

const FIELDS = [
  { name: "number", format: formatCardNumber, autoComplete: "cc-number" },
  { name: "expiry", format: formatExpiry, autoComplete: "cc-exp" },
  { name: "cvc", format: formatCvc, autoComplete: "cc-csc" },
] as const;

type Props = {
  busy: boolean;
  onCard: (typed: TypedCard) => void;
  /** Something about the card is typed or chosen. */
  onEdit: () => void;
  /** The error, the progress and the button. */
  children: ReactNode;
};

/** A card's number, date and code, for the payments sandbox, where no real money moves. */
export function SandboxCard({ busy, onCard, onEdit, children }: Props) {
  const t = useTranslations("donate");
  const [card, setCard] = useState(EMPTY);
  const [problems, setProblems] = useState<CardField[]>([]);
  const form = useRef<HTMLFormElement>(null);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const at = now();
    const found = cardFieldProblems(card, at);
    setProblems(found);
    const first = found[0];
    if (first) form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
    else onCard({ card, at });
  }

  function fill(name: CardField, value: string) {
    onEdit();
    setCard((before) => ({ ...before, [name]: value }));
    setProblems((before) => before.filter((problem) => problem !== name));
  }

  function use(number: string) {
    onEdit();
    setCard({ ...ANY, number });
    setProblems([]);
  }

  return (
    <form method="post" ref={form} onSubmit={submit} noValidate className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-x-3 rounded-xl bg-accent-soft px-4 py-2 text-accent-foreground">
        <p className="min-w-0 flex-1 basis-48">{t("sandbox.notice")}</p>
        <TestNumbers onUse={use} />
      </div>
      <div className="grid grid-cols-2 gap-3">
        {FIELDS.map(({ name, format, autoComplete }) => (
          <div key={name} className="first:col-span-2">
            <InputField
              label={t(`fields.${name}`)}
              error={problems.includes(name) && t(`fields.problems.${name}`)}
              name={name}
              inputMode="numeric"
              autoComplete={autoComplete}
              placeholder={name === "expiry" ? t("fields.expiryHint") : undefined}
              required
              readOnly={busy}
              value={card[name]}
              onChange={(event) => fill(name, format(event.target.value))}
              className="tabular-nums"
            />
          </div>
        ))}
      </div>
      {children}
    </form>
  );
}

function TestNumbers({ onUse }: { onUse: (number: string) => void }) {
  const t = useTranslations("donate.sandbox");
  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button variant="link" className="px-0 text-accent-foreground">
          {t("numbers")}
        </Button>
      </PopoverTrigger>
      <PopoverContent
        align="end"
        aria-label={t("numbers")}
        className="max-h-(--radix-popover-content-available-height) overflow-y-auto p-1.5"
      >
        <ul>
          {TEST_CARDS.map(({ number, outcome }) => (
            <li key={number}>
              <PopoverClose asChild>
                <Button
                  variant="ghost"
                  className="h-auto w-full flex-col items-start gap-0 px-3 py-1.5 text-left"
                  onClick={() => onUse(number)}
                >
                  <span className="tabular-nums">{number}</span>
                  <span className="text-sm font-normal text-muted-foreground">
                    {t(`outcomes.${outcome}`)}
                  </span>
                </Button>
              </PopoverClose>
            </li>
          ))}
        </ul>
      </PopoverContent>
    </Popover>
  );
}
