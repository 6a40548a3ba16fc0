import type { ReactNode } from "react";
import { PICTURE_SIZE } from "./address";

/** The light theme's colours as fixed values: the renderer has no stylesheet. */
const INK = "#1c2a23";
const SOFT = "#5b665f";
const PAPER = "#faf8f3";
const GREEN = "#165a3b";
const TRACK = "#e6e2d7";
const WARM = "#d96c24";

/** Along the bottom edge. */
const BAR = 26;
/** What is asked for: more than half of the picture. */
export const PHOTO_SIZE = { width: 676, height: PICTURE_SIZE.height - BAR };
const PADDING = 44;
const AVATAR = 52;
const TITLE_LINE = 1.16;
const CENTRED = { display: "flex", alignItems: "center", justifyContent: "center" } as const;

/** The sizes of a title, the largest first: font size in pixels, and the number of lines that fit. */
export const TITLE_SIZES = [
  { letters: 72, lines: 2 },
  { letters: 60, lines: 3 },
  { letters: 52, lines: 3 },
  { letters: 44, lines: 4 },
  { letters: 38, lines: 5 },
] as const;

export type TitleSize = (typeof TITLE_SIZES)[number];

/** What is asked for: a `data:` image, or the emoji in place of a photo. */
type Shown = { photo: string } | { emoji: string };

type Props = {
  brand: string;
  title: string;
  size: TitleSize;
  /** Null for an anonymous requester. The avatar is an emoji, or a `data:` image. */
  requester: { name: string; avatar: string } | null;
  /** The value is 0 to 100. `mark`: what the requester celebrates a reached goal with. */
  progress: { value: number; amounts: ReactNode; mark: string } | null;
  /** Null in the picture of the product itself. */
  shown: Shown | null;
};

/** What a messaging app shows of a link. Laid out for the picture renderer: inline styles only. */
export function SharePicture({ brand, title, size, requester, progress, shown }: Props) {
  const isWide = shown === null;
  return (
    <div
      style={{
        display: "flex",
        flexDirection: "column",
        width: "100%",
        height: "100%",
        background: PAPER,
        color: INK,
      }}
    >
      <div style={{ display: "flex", height: PHOTO_SIZE.height }}>
        <div
          style={{
            display: "flex",
            flexDirection: "column",
            justifyContent: "space-between",
            width: columnWidth(isWide) + 2 * PADDING,
            padding: PADDING,
          }}
        >
          <Brand name={brand} />
          <div style={{ display: "flex", flexDirection: "column", gap: 20 }}>
            <Title isWide={isWide} letters={size.letters} lines={size.lines}>
              {title}
            </Title>
            {requester && <Requester {...requester} />}
          </div>
          {progress ? <Amounts {...progress} /> : <div />}
        </div>
        {shown && <Panel shown={shown} />}
      </div>
      {progress && <Bar value={progress.value} />}
    </div>
  );
}

/** Soft grounds for an emoji, one of which each keeps. */
const GROUNDS = ["#dcefe2", "#ffe7d3", "#d2f2dc"] as const;

function Panel({ shown }: { shown: Shown }) {
  if ("photo" in shown) return <img src={shown.photo} alt="" style={PHOTO_SIZE} />;
  return <EmojiPanel emoji={shown.emoji} size={PHOTO_SIZE} letters={260} />;
}

type EmojiProps = { emoji: string; size: { width: number; height: number }; letters: number };

/** The emoji of an item, on a ground of its own. `letters`: its height in pixels. */
export function EmojiPanel({ emoji, size, letters }: EmojiProps) {
  const ground = GROUNDS[(emoji.codePointAt(0) ?? 0) % GROUNDS.length];
  return (
    <div
      style={{
        ...size,
        ...CENTRED,
        background: ground,
        fontSize: letters,
      }}
    >
      {emoji}
    </div>
  );
}

function Brand({ name }: { name: string }) {
  return (
    <div
      style={{ display: "flex", alignItems: "center", gap: 14, fontSize: 34, fontWeight: 700, color: GREEN }}
    >
      <Mark size={46} color={GREEN} />
      {name}
    </div>
  );
}

type TitleProps = {
  children: string;
  /** It has the whole picture to itself. */
  isWide: boolean;
  letters: number;
  /** Where it ends in an ellipsis; without it, all of it shows. */
  lines?: number;
};

/** A title in its column; by itself to be measured. */
export function Title({ children: title, isWide, letters, lines }: TitleProps) {
  return (
    <div
      dir={isRightToLeft(title) ? "rtl" : "ltr"}
      style={{
        width: columnWidth(isWide),
        fontSize: letters,
        fontWeight: 700,
        lineHeight: TITLE_LINE,
        letterSpacing: "-0.01em",
        overflowWrap: "anywhere",
        ...(lines && { lineClamp: lines, textOverflow: "ellipsis" }),
      }}
    >
      {title}
    </div>
  );
}

/** Whether a title that is so many pixels high has room. */
export function hasRoom(height: number, { letters, lines }: TitleSize): boolean {
  return height <= Math.ceil(letters * TITLE_LINE * lines);
}

function Requester({ name, avatar }: { name: string; avatar: string }) {
  return (
    <div
      style={{ display: "flex", alignItems: "center", gap: 16, fontSize: 30, fontWeight: 500, color: SOFT }}
    >
      <div
        style={{
          ...CENTRED,
          flexShrink: 0,
          width: AVATAR,
          height: AVATAR,
          borderRadius: AVATAR / 2,
          overflow: "hidden",
          background: TRACK,
        }}
      >
        {avatar.startsWith("data:") ? <img src={avatar} alt="" width={AVATAR} height={AVATAR} /> : avatar}
      </div>
      <div style={{ minWidth: 0, overflow: "hidden", whiteSpace: "nowrap", textOverflow: "ellipsis" }}>
        {name}
      </div>
    </div>
  );
}

function Amounts({ amounts, mark }: { amounts: ReactNode; mark: string }) {
  return (
    <div style={{ display: "flex", alignItems: "flex-end", gap: 20 }}>
      <div
        style={{ display: "flex", flexDirection: "column", fontSize: 28, color: SOFT, whiteSpace: "nowrap" }}
      >
        {amounts}
      </div>
      {mark && <div style={{ fontSize: 64 }}>{mark}</div>}
    </div>
  );
}

function Bar({ value }: { value: number }) {
  return (
    <div style={{ display: "flex", height: BAR, background: TRACK }}>
      {value > 0 && (
        <div style={{ width: `${value}%`, minWidth: BAR, background: value >= 100 ? GREEN : WARM }} />
      )}
    </div>
  );
}

/** An amount above the words that go with it. */
export function Amount({ children }: { children: ReactNode }) {
  return <div style={{ display: "block", fontSize: 64, fontWeight: 700, color: GREEN }}>{children}</div>;
}

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** Whether a text is set from right to left: as its first letter is. */
export function isRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(/\p{L}/u.exec(text)?.[0] ?? "");
}

/** The product's mark: lucide's `hand-heart`, copied because its component renders only with a browser's React. */
function Mark({ size, color }: { size: number; color: string }) {
  return (
    <svg
      aria-hidden
      xmlns="http://www.w3.org/2000/svg"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke={color}
      strokeWidth={2.2}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d="M11 14h2a2 2 0 0 0 0-4h-3c-.6 0-1.1.2-1.4.6L3 16" />
      <path d="m14.45 13.39 5.05-4.694C20.196 8 21 6.85 21 5.75a2.75 2.75 0 0 0-4.797-1.837.276.276 0 0 1-.406 0A2.75 2.75 0 0 0 11 5.75c0 1.2.802 2.248 1.5 2.946L16 11.95" />
      <path d="m2 15 6 6" />
      <path d="m7 20 1.6-1.4c.3-.4.8-.6 1.4-.6h4c1.1 0 2.1-.4 2.8-1.2l4.6-4.4a1 1 0 0 0-2.75-2.91" />
    </svg>
  );
}

function columnWidth(isWide: boolean): number {
  return PICTURE_SIZE.width - 2 * PADDING - (isWide ? 0 : PHOTO_SIZE.width);
}
