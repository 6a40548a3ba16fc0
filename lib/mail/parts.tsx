import { Body } from "@react-email/body";
import { Button } from "@react-email/button";
import { Container } from "@react-email/container";
import { Head } from "@react-email/head";
import { Heading } from "@react-email/heading";
import { Hr } from "@react-email/hr";
import { Html } from "@react-email/html";
import { Link } from "@react-email/link";
import { Section } from "@react-email/section";
import { Text } from "@react-email/text";
import type { ReactNode } from "react";
import { env } from "@/lib/ground/env";
import { type Breakdown as Amounts, FEE_BASIS_POINTS } from "@/lib/ground/money";
import type { MailTexts } from "./translator";

/** The colours of the product (app/globals.css), as mail clients read them. */
const LIGHT = { page: "#f6f4ef", card: "#ffffff", text: "#1c1917", muted: "#57534e", line: "#d6d3d1" };
const DARK = { page: "#1c1917", card: "#292524", text: "#f5f5f4", muted: "#d6d3d1", line: "#57534e" };
const BUTTON = {
  light: { ground: "#14532d", text: "#ffffff" },
  dark: { ground: "#86efac", text: "#052e16" },
};

const FONT = "Figtree, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";

/** Clients that do not know the media query show the light colours, which the elements carry themselves. */
const DARK_STYLE = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: ${DARK.page} !important; }
  .card { background: ${DARK.card} !important; border-color: ${DARK.line} !important; }
  .text { color: ${DARK.text} !important; }
  .muted { color: ${DARK.muted} !important; }
  .line { border-color: ${DARK.line} !important; }
  .button { background: ${BUTTON.dark.ground} !important; color: ${BUTTON.dark.text} !important; }
}`;

type LayoutProps = {
  texts: MailTexts;
  preview: string;
  /** How the recipient is greeted; null for an account that has no name any more. */
  name: string | null;
  /** The address of the page where its kind is switched off; null where it cannot be. */
  unsubscribe: string | null;
  /** Why the recipient gets it. */
  reason: string;
  children: ReactNode;
};

/** A whole message: greeting, what it says, and why it was sent. */
export function Layout({ texts, preview, name, unsubscribe, reason, children }: LayoutProps) {
  const { t, locale, appName } = texts;
  return (
    <Html lang={locale}>
      <Head>
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{DARK_STYLE}</style>
      </Head>
      <Body
        className="page"
        style={{ backgroundColor: LIGHT.page, fontFamily: FONT, margin: 0, padding: "24px 12px" }}
      >
        {/* Inboxes show the first text of a message; the plain text leaves it out. */}
        <div
          data-skip-in-text="true"
          style={{ display: "none", overflow: "hidden", maxHeight: 0, opacity: 0 }}
        >
          {preview}
        </div>
        <Container style={{ maxWidth: "560px", margin: "0 auto" }}>
          <Link
            href={env().appUrl}
            className="text"
            style={{ color: LIGHT.text, fontSize: "20px", fontWeight: 700, textDecoration: "none" }}
          >
            {appName}
          </Link>
          <Section
            className="card"
            style={{
              backgroundColor: LIGHT.card,
              border: `1px solid ${LIGHT.line}`,
              borderRadius: "12px",
              margin: "16px 0",
              padding: "8px 24px 24px",
            }}
          >
            <Paragraph>{name === null ? t("common.hello") : t("common.helloName", { name })}</Paragraph>
            {children}
          </Section>
          <Muted>{reason}</Muted>
          {unsubscribe !== null && (
            <Muted>
              <Link href={unsubscribe} className="muted" style={{ color: LIGHT.muted }}>
                {t("common.unsubscribe")}
              </Link>
            </Muted>
          )}
        </Container>
      </Body>
    </Html>
  );
}

/** The first line of a message, larger than the others. */
export function Title({ children }: { children: ReactNode }) {
  return (
    <Heading
      as="h1"
      className="text"
      style={{ color: LIGHT.text, fontSize: "22px", lineHeight: "30px", margin: "8px 0 16px" }}
    >
      {children}
    </Heading>
  );
}

export function Paragraph({ children }: { children: ReactNode }) {
  return (
    <Text
      className="text"
      style={{
        color: LIGHT.text,
        fontSize: "16px",
        lineHeight: "24px",
        margin: "16px 0",
        overflowWrap: "anywhere",
      }}
    >
      {children}
    </Text>
  );
}

/** Small print. */
export function Muted({ children }: { children: ReactNode }) {
  return (
    <Text
      className="muted"
      style={{ color: LIGHT.muted, fontSize: "14px", lineHeight: "20px", margin: "8px 0" }}
    >
      {children}
    </Text>
  );
}

/** The one thing to do, as a button to a page of ours. */
export function ActionButton({ path, children }: { path: string; children: ReactNode }) {
  return (
    <Section style={{ margin: "24px 0" }}>
      <Button
        href={env().appUrl + path}
        className="button"
        style={{
          backgroundColor: BUTTON.light.ground,
          borderRadius: "10px",
          color: BUTTON.light.text,
          display: "inline-block",
          fontSize: "16px",
          fontWeight: 600,
          padding: "14px 22px",
        }}
      >
        {children}
      </Button>
    </Section>
  );
}

/** A link to a page of ours within a sentence. */
export function PathLink({ path, children }: { path: string; children: ReactNode }) {
  return (
    <Link
      href={env().appUrl + path}
      className="text"
      style={{ color: LIGHT.text, textDecoration: "underline" }}
    >
      {children}
    </Link>
  );
}

/** Names with their values, one to a line; the last one stands out where it is a total. */
export function Facts({
  rows,
  hasTotal = false,
}: {
  rows: readonly (readonly [string, string])[];
  hasTotal?: boolean;
}) {
  return (
    <Section style={{ margin: "16px 0" }}>
      <Hr className="line" style={{ borderColor: LIGHT.line, margin: 0 }} />
      <table className="facts" width="100%" cellPadding={0} cellSpacing={0} role="presentation">
        <tbody>
          {rows.map(([name, value], index) => {
            const isTotal = hasTotal && index === rows.length - 1;
            const cell = {
              fontSize: isTotal ? "18px" : "16px",
              fontWeight: isTotal ? 700 : 400,
              padding: "8px 0",
            };
            return (
              <tr key={name}>
                <td className="text" style={{ ...cell, color: LIGHT.text, textAlign: "left" }}>
                  {name}
                </td>
                <td
                  className="text"
                  style={{ ...cell, color: LIGHT.text, paddingLeft: "16px", textAlign: "right" }}
                >
                  {value}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <Hr className="line" style={{ borderColor: LIGHT.line, margin: 0 }} />
    </Section>
  );
}

/** What was given, charged on top and paid, in cents: the lines of `components/donate/breakdown.tsx`. */
export function Breakdown({ texts: { shared, money }, amounts }: { texts: MailTexts; amounts: Amounts }) {
  return (
    <Facts
      hasTotal
      rows={[
        [shared("donate.breakdown.donation"), money(amounts.donationAmount)],
        [shared("donate.breakdown.fee", { percent: FEE_BASIS_POINTS / 100 }), money(amounts.serviceFee)],
        [shared("donate.breakdown.total"), money(amounts.totalAmount)],
      ]}
    />
  );
}
