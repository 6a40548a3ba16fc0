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
        <div
          style={{
            display: "flex",
            fontSize: title.length > 50 ? 60 : 80,
            lineHeight: 1.15,
            wordBreak: "break-word",
          }}
        >
          {title}
        </div>
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
