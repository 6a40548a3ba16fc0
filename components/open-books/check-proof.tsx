"use client";

import { CircleCheck, CircleHelp, CircleX, LoaderCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useMoney } from "@/components/shared/use-money";
import type { Proof, PublishedNight } from "@/lib/domain/open-books/schema";
import { send } from "@/lib/web/http";
import { Night } from "./night";

/** The file that people can read and run themselves. The bundler leaves it as it is. */
export const VERIFIER = "/verify-books.mjs";

type Leaf = Proof["leaves"][number];
type Check = { check: string; holds: boolean | null; of: string };
type Verifier = Record<
  "checkProof" | "checkConsistency",
  (answer: unknown, expected: Record<string, string>) => Promise<Check[]>
>;

/** What is shown, in this order. Each represents one or more checks of the verifier. */
const STEPS = ["readable", "donation", "leaf", "sum", "root", "signature", "consistency"] as const;

type Props = {
  /** The first night in whose books the donation is, and the newest. */
  night: string;
  newest: string;
  donationId: string;
  /** Whose proof: `donationId=…`, or `token=…` of a guest's receipt. */
  query: string;
};

/** Checks in the browser that a donation is in the books, by the file that anybody can read (firsts.md, Open kas). */
export function CheckProof({ night, newest, donationId, query }: Props) {
  const t = useTranslations("openBooks.check");
  const money = useMoney();
  const [checked, setChecked] = useState<{ checks: Check[]; leaves: Leaf[] } | "failed" | null>(null);
  useEffect(() => {
    checkAll({ night, newest, donationId, query }).then(setChecked, () => setChecked("failed"));
  }, [night, newest, donationId, query]);

  if (checked === "failed") return <p role="alert">{t("unreachable")}</p>;
  if (checked === null) {
    return (
      <p role="status" className="flex items-center gap-2">
        <LoaderCircle aria-hidden className="size-5 motion-safe:animate-spin" />
        {t("running")}
      </p>
    );
  }
  const { checks, leaves } = checked;
  const amounts = { paid: money(paidIn(leaves, "donor")), given: money(paidIn(leaves, "recipient")) };
  const isRight =
    checks.every(({ holds }) => holds !== false) &&
    checks.some(({ check, holds }) => check === "leaf" && holds);
  return (
    <div role="status" className="space-y-4">
      <p className="flex items-start gap-2 text-xl font-bold">
        <Mark holds={isRight} className="mt-0.5 size-7" />
        <span>{isRight ? t.rich("holds", { night: () => <Night night={night} /> }) : t("fails")}</span>
      </p>
      <ul className="space-y-2">
        {STEPS.map((step) => {
          const of = checks.filter(({ check }) => check === step);
          if (of.length === 0) return null;
          const holds = of.some((each) => each.holds === false) ? false : (of[0]?.holds ?? null);
          return (
            <li key={step} className="flex items-start gap-2">
              <Mark holds={holds} className="mt-0.5 size-5" />
              <span>
                {t.rich(`steps.${step}`, {
                  ...amounts,
                  count: of.length,
                  newest: () => <Night night={newest} />,
                })}
                {holds === null && <> {t("unknown")}</>}
              </span>
            </li>
          );
        })}
      </ul>
      {!isRight && <p>{t("failsNext")}</p>}
      <p className="text-sm text-muted-foreground">
        {t.rich("by", {
          program: (text) => <FileLink href={VERIFIER}>{text}</FileLink>,
          proof: (text) => <FileLink href={proofPath(night, query)}>{text}</FileLink>,
          nights: (text) => <FileLink href="/api/open-books?limit=100">{text}</FileLink>,
        })}
      </p>
    </div>
  );
}

function FileLink({ href, children }: { href: string; children: React.ReactNode }) {
  return (
    <a href={href} download className="underline underline-offset-4">
      {children}
    </a>
  );
}

function Mark({ holds, className }: { holds: boolean | null; className: string }) {
  const t = useTranslations("openBooks.check");
  const Icon = holds === null ? CircleHelp : holds ? CircleCheck : CircleX;
  const color = holds === null ? "text-muted-foreground" : holds ? "text-primary" : "text-destructive";
  const name = holds === null ? "isUnknown" : holds ? "isRight" : "isWrong";
  return <Icon role="img" aria-label={t(name)} className={`shrink-0 ${color} ${className}`} />;
}

/** What was first paid on an account, in cents, without its sign; 0 where that cannot be read. */
function paidIn(leaves: readonly Leaf[], account: string): number {
  const entries = leaves.map(readEntry);
  const paid = entries.find(
    (each) => each?.account === account && ["donation", "uncredited"].includes(each.kind),
  );
  return Math.abs(paid?.amount ?? 0);
}

function readEntry({ entry }: Leaf): { kind: string; account: string; amount: number } | null {
  try {
    return JSON.parse(entry);
  } catch {
    return null;
  }
}

/** The proof must be of the donation and night that were asked for, and later books must continue its books. */
async function checkAll({ night, newest, donationId, query }: Props) {
  const verifier: Verifier = await import(/* webpackIgnore: true */ /* turbopackIgnore: true */ VERIFIER);
  const proof = await send<Proof>("GET", proofPath(night, query));
  const checks = await verifier.checkProof(proof, { donationId, night });
  if (newest !== night) {
    const consistency = await send<unknown>("GET", consistencyPath(night, newest));
    const expected = { from: proof.published.statement, to: newest };
    checks.push(...(await verifier.checkConsistency(consistency, expected)));
  }
  return { checks, leaves: proof.leaves };
}

const proofPath = (night: PublishedNight["night"], query: string) =>
  `/api/open-books/${night}/proof?${query}`;
const consistencyPath = (from: string, to: string) => `/api/open-books/consistency?from=${from}&to=${to}`;
