import { Body } from "@react-email/body";
import { Button } from "@react-email/button";
import { Container } from "@react-email/container";
import { Head } from "@react-email/head";
import { Heading } from "@react-email/heading";
import { Html } from "@react-email/html";
import { Link } from "@react-email/link";
import { Section } from "@react-email/section";
import { Text } from "@react-email/text";
import { type CSSProperties, Fragment, type ReactNode } from "react";
import { env } from "@/lib/ground/env";
import { type Breakdown as Amounts, breakdownRows, progressPercent } from "@/lib/ground/money";
import { TEXT_PAGES } from "@/lib/ground/text-pages";
import { REDACTED } from "./message";
import type { MailTexts } from "./translator";

/** The colours of app/globals.css as sRGB, because mail clients do not read oklch. */
const LIGHT = {
  page: "#fbf8f2",
  card: "#fefdfa",
  text: "#19251e",
  muted: "#505b52",
  line: "#dcd9cf",
  panel: "#efede4",
  track: "#e7e3d7",
  primary: "#155838",
  onPrimary: "#fbfaf3",
  accent: "#cf5f19",
};
const DARK: typeof LIGHT = {
  page: "#131915",
  card: "#1b231e",
  text: "#edebe2",
  muted: "#a9afa3",
  line: "#343d38",
  panel: "#242c28",
  track: "#343b35",
  primary: "#6dcb95",
  onPrimary: "#031b10",
  accent: "#f08f47",
};

const FONT = "Figtree, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";

/** Clients that do not know the media query show the light colours, which the elements carry themselves. */
const DARK_STYLE = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page, .page > table > tbody > tr > td { background-color: ${DARK.page} !important; }
  .card { background-color: ${DARK.card} !important; border-color: ${DARK.line} !important; }
  .text { color: ${DARK.text} !important; }
  .muted { color: ${DARK.muted} !important; }
  .brand { color: ${DARK.primary} !important; }
  .line { border-color: ${DARK.line} !important; }
  .panel { background-color: ${DARK.panel} !important; }
  .track { background-color: ${DARK.track} !important; }
  .part { background-color: ${DARK.accent} !important; }
  .whole { background-color: ${DARK.primary} !important; }
  .button { background-color: ${DARK.primary} !important; color: ${DARK.onPrimary} !important; }
}`;

type LayoutProps = {
  texts: MailTexts;
  preview: string;
  /** How the recipient is greeted; null for an account that has no name any more. */
  name: string | null;
  title: string;
  /** The address of the page where its kind is switched off; null where it cannot be. */
  unsubscribe: string | null;
  /** Why the recipient gets it. */
  reason: string;
  children: ReactNode;
};

/** A whole message: greeting, what it says, and why it was sent. */
export function Layout({ texts, preview, name, title, unsubscribe, reason, children }: LayoutProps) {
  const { t, locale, appName } = texts;
  const { operator } = env();
  return (
    <Html lang={locale}>
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
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
          {/* Lazy: React would put a link to preload an image into the head, which mail clients refuse. */}
          <Link
            href={env().appUrl}
            className="brand"
            style={{
              color: LIGHT.primary,
              display: "inline-block",
              fontSize: "24px",
              fontWeight: 700,
              letterSpacing: "-0.02em",
              padding: "8px 4px",
              textDecoration: "none",
            }}
          >
            <img
              src={`${env().appUrl}/icon-192.png`}
              alt=""
              loading="lazy"
              width={32}
              height={32}
              style={{ borderRadius: "8px", marginRight: "8px", verticalAlign: "middle" }}
            />
            {appName}
          </Link>
          <Section
            className="card"
            style={{
              backgroundColor: LIGHT.card,
              border: `1px solid ${LIGHT.line}`,
              borderRadius: "16px",
              margin: "12px 0 20px",
              padding: "12px 24px 16px",
            }}
          >
            <Paragraph>{name === null ? t("common.hello") : t("common.helloName", { name })}</Paragraph>
            <Heading
              as="h1"
              className="text"
              style={{
                color: LIGHT.text,
                fontSize: "24px",
                hyphens: "auto",
                lineHeight: "31px",
                margin: "8px 0 16px",
                overflowWrap: "anywhere",
              }}
            >
              {title}
            </Heading>
            {children}
          </Section>
          <Muted>{reason}</Muted>
          {operator && <Muted>{`${operator.name}, ${operator.address}`}</Muted>}
          <Muted>
            {TEXT_PAGES.map((page, index) => (
              <Fragment key={page}>
                {index > 0 && " · "}
                <PathLink path={`/${page}`}>{texts.shared(`operatorPages.${page}`)}</PathLink>
              </Fragment>
            ))}
          </Muted>
          {unsubscribe !== null && (
            <Muted>
              <Link
                href={unsubscribe}
                className="muted"
                style={{
                  color: LIGHT.muted,
                  display: "inline-block",
                  padding: "12px 0",
                  textDecoration: "underline",
                }}
              >
                {t("common.unsubscribe")}
              </Link>
            </Muted>
          )}
        </Container>
      </Body>
    </Html>
  );
}

/** The first line of a part of a message. */
export function Subtitle({ children }: { children: ReactNode }) {
  return (
    <Heading
      as="h2"
      className="text"
      style={{ color: LIGHT.text, fontSize: "18px", lineHeight: "26px", margin: "28px 0 8px" }}
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

type ReceiptProps = { texts: MailTexts; number: string; paidAt?: Date | null };

/** The number that support asks for, for the payer alone; of a receipt also when it was paid. */
export function ReceiptNumber({ texts: { t, dayAndTime }, number, paidAt }: ReceiptProps) {
  return (
    <>
      <Muted>{t("common.receiptNumber", { number })}</Muted>
      {paidAt && <Muted>{t("common.paidAt", { at: dayAndTime(paidAt) })}</Muted>}
    </>
  );
}

type PictureProps = { texts: MailTexts; request: { requestId: string; title: string | null } };

/**
 * The picture of a request, as shared links show it: a JPEG, because not every mail client reads WebP, at one address
 * for everybody, so that nobody learns who read a message. Not where its title is left out: the picture has it.
 */
export function RequestPicture({ texts, request: { requestId, title } }: PictureProps) {
  if (title === null || title === REDACTED) return null;
  return (
    <Link href={`${env().appUrl}/?request=${requestId}`}>
      <img
        src={`${env().appUrl}/share-image/${requestId}.${texts.locale}.mail.jpg`}
        alt={title}
        loading="lazy"
        width={512}
        style={{ borderRadius: "12px", display: "block", height: "auto", margin: "16px 0", width: "100%" }}
      />
    </Link>
  );
}

/** What somebody wrote, in their own words. */
export function Quote({ children }: { children: ReactNode }) {
  return (
    <Section
      className="panel"
      style={{ backgroundColor: LIGHT.panel, borderRadius: "12px", margin: "16px 0", padding: "2px 16px" }}
    >
      <Paragraph>{children}</Paragraph>
    </Section>
  );
}

/** The one thing to do, as a button to a page of ours, as wide as the message. */
export function ActionButton({ path, children }: { path: string; children: ReactNode }) {
  return (
    <Section style={{ margin: "24px 0 16px" }}>
      <Button
        href={env().appUrl + path}
        className="button"
        style={{
          backgroundColor: LIGHT.primary,
          borderRadius: "12px",
          boxSizing: "border-box",
          color: LIGHT.onPrimary,
          display: "block",
          fontSize: "17px",
          fontWeight: 600,
          lineHeight: "24px",
          padding: "14px 20px",
          textAlign: "center",
          width: "100%",
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

/** What the owner of an account does about a change that was theirs, and about one that was not. */
export function AccountAdvice({ texts: { t } }: { texts: MailTexts }) {
  return (
    <>
      <Paragraph>{t("security.own")}</Paragraph>
      <Paragraph>
        {t.rich("security.notYou", {
          reset: (text) => <PathLink path="/forgot-password">{text}</PathLink>,
        })}
      </Paragraph>
      <ActionButton path="/settings/security">{t("security.action")}</ActionButton>
    </>
  );
}

type TableProps = {
  rows: readonly (readonly string[])[];
  /** The names of the columns. */
  head?: readonly string[];
  /** The last row is emphasised. */
  hasTotal?: boolean;
};

/**
 * A table whose first column names its rows; the others are values, and amounts where there is a total or a head. Three
 * columns fit on a phone.
 */
export function DataTable({ rows, head, hasTotal = false }: TableProps) {
  return (
    <Section
      className="panel"
      style={{ backgroundColor: LIGHT.panel, borderRadius: "12px", margin: "16px 0", padding: "6px 16px" }}
    >
      <table
        className="data"
        width="100%"
        cellPadding={0}
        cellSpacing={0}
        style={{ borderCollapse: "collapse" }}
        {...(!head && { role: "presentation" })}
      >
        {head && (
          <thead>
            <tr>
              {head.map((name, column) => (
                <th
                  key={name}
                  scope="col"
                  className="muted"
                  style={{
                    ...cellStyle(column, { isNarrow: true }),
                    color: LIGHT.muted,
                    fontSize: "14px",
                    fontWeight: 400,
                  }}
                >
                  {name}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map((cells, row) => {
            const isTotal = hasTotal && row === rows.length - 1;
            return (
              <tr key={cells.join()}>
                {cells.map((text, column) => (
                  <td
                    // biome-ignore lint/suspicious/noArrayIndexKey: two cells of a row may say the same
                    key={column}
                    className={isTotal ? "text line" : "text"}
                    style={cellStyle(column, {
                      isTotal,
                      isNarrow: head !== undefined,
                      isAmount: head !== undefined || hasTotal,
                    })}
                  >
                    {text}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </Section>
  );
}

type Cell = { isTotal?: boolean; isNarrow?: boolean; isAmount?: boolean };

function cellStyle(
  column: number,
  { isTotal = false, isNarrow = false, isAmount = false }: Cell,
): CSSProperties {
  const isName = column === 0;
  return {
    borderTop: isTotal ? `1px solid ${LIGHT.line}` : "none",
    color: LIGHT.text,
    fontSize: isNarrow ? "15px" : isTotal ? "18px" : "16px",
    fontWeight: isTotal ? 700 : 400,
    lineHeight: "24px",
    // Amounts stay whole, and so do the names of facts, which are words of the catalogue.
    overflowWrap: isNarrow || isName !== isAmount ? "normal" : "anywhere",
    padding: isName ? "7px 0" : "7px 0 7px 12px",
    textAlign: isName ? "left" : "right",
    verticalAlign: "top",
    whiteSpace: isAmount && !isName ? "nowrap" : "normal",
  };
}

/** What was given, charged on top and paid, in cents: the lines of `components/donate/breakdown.tsx`. */
export function Breakdown({ texts: { shared, money }, amounts }: { texts: MailTexts; amounts: Amounts }) {
  const rows = breakdownRows(amounts, (line, values) => shared(`donate.breakdown.${line}`, values), money);
  return <DataTable hasTotal rows={rows.map(({ name, amount }) => [name, amount])} />;
}

type ProgressProps = { texts: MailTexts; raised: number; goal: number };

/** The progress of a request, in cents: a bar of two cells, and the same in words. */
export function Progress({ texts: { shared, money }, raised, goal }: ProgressProps) {
  const percent = progressPercent(raised, goal);
  const isReached = raised >= goal;
  // Something is seen of the first cent, and a corner is missing until the last.
  const width = raised <= 0 ? 0 : isReached ? 100 : Math.min(97, Math.max(3, Math.round(percent)));
  const cell: CSSProperties = { fontSize: "1px", height: "10px", lineHeight: "10px", padding: 0 };
  return (
    <Section style={{ margin: "16px 0" }}>
      <table
        aria-hidden
        data-skip-in-text="true"
        className="track"
        width="100%"
        cellPadding={0}
        cellSpacing={0}
        role="presentation"
        style={{ backgroundColor: LIGHT.track, borderCollapse: "separate", borderRadius: "5px" }}
      >
        <tbody>
          <tr>
            {width > 0 && (
              <td
                className={isReached ? "whole" : "part"}
                width={`${width}%`}
                style={{
                  ...cell,
                  backgroundColor: isReached ? LIGHT.primary : LIGHT.accent,
                  borderRadius: "5px",
                }}
              >
                &nbsp;
              </td>
            )}
            {width < 100 && <td style={cell}>&nbsp;</td>}
          </tr>
        </tbody>
      </table>
      <Muted>{shared("common.raisedOf", { raised: money(raised), goal: money(goal) })}</Muted>
    </Section>
  );
}
