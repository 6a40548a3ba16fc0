import { widthOf } from "./drawable";
import { isRightToLeft, partsFromRight } from "./right-to-left";

/** The light theme's colours as fixed values: a picture knows no stylesheet. */
const INK = "#1c2a23";
const SOFT = "#5b665f";
const PAPER = "#faf8f3";
const GREEN = "#165a3b";
const TRACK = "#e6e2d7";
const WARM = "#d96c24";

type Props = {
  appName: string;
  title: string;
  text: string;
  /** 0 to 100; null without a bar. */
  percent: number | null;
};

/** What a messaging app shows of a link, 1200 × 630. Laid out for the picture renderer: inline styles and flex boxes only. */
export function SharePicture({ appName, title, text, percent }: Props) {
  return (
    <div
      style={{
        display: "flex",
        flexDirection: "column",
        justifyContent: "space-between",
        width: "100%",
        height: "100%",
        padding: 72,
        background: PAPER,
        color: INK,
      }}
    >
      <div style={{ display: "flex", fontSize: 40, color: GREEN }}>{appName}</div>
      <div style={{ display: "flex", flexDirection: "column" }}>
        <Title>{title}</Title>
        <div style={{ display: "flex", marginTop: 20, fontSize: 38, color: SOFT }}>{text}</div>
      </div>
      <div
        style={{
          display: "flex",
          height: 32,
          borderRadius: 16,
          background: percent === null ? PAPER : TRACK,
        }}
      >
        {percent !== null && percent > 0 && (
          <div
            style={{
              display: "flex",
              width: `${percent}%`,
              minWidth: 32,
              borderRadius: 16,
              background: percent >= 100 ? GREEN : WARM,
            }}
          />
        )}
      </div>
    </div>
  );
}

/** Set word by word where it is read from the right: the renderer itself only knows lines that start on the left. */
function Title({ children: title }: { children: string }) {
  const style = {
    display: "flex",
    fontSize: widthOf(title) > 50 ? 60 : 80,
    lineHeight: 1.2,
    wordBreak: "break-word",
  } as const;
  if (!isRightToLeft(title)) return <div style={style}>{title}</div>;
  return (
    <div style={{ ...style, flexDirection: "row-reverse", flexWrap: "wrap", columnGap: "0.25em" }}>
      {[...partsFromRight(title).entries()].map(([at, part]) => (
        <div key={at} style={{ display: "flex" }}>
          {part}
        </div>
      ))}
    </div>
  );
}
