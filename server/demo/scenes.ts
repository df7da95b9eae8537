const width = 800;
const height = 600;

interface Mood {
  sky: string;
  ground: string;
  far: string;
}

export const moods: readonly Mood[] = [
  { sky: '#cfe8ef', ground: '#8fb58a', far: '#e9d9c1' },
  { sky: '#f6dfc2', ground: '#a3b27c', far: '#d9b79a' },
  { sky: '#d8dde6', ground: '#7fa08c', far: '#c9cdd3' },
];
const night: Mood = { sky: '#1d2b45', ground: '#2c3f3a', far: '#27374f' };

const house = (x: number, fill: string, roof: string) =>
  `<rect x='${x}' y='300' width='150' height='120' fill='${fill}'/><path d='M${x - 16} 304 L${x + 75} 232 L${x + 166} 304 Z' fill='${roof}'/><rect x='${x + 58}' y='350' width='36' height='70' fill='${roof}'/>`;

function outdoors({ sky, ground, far }: Mood, body: string): string {
  const row = [20, 220, 420, 620].map((x) => house(x, far, '#a4553c')).join('');
  return `<rect width='800' height='420' fill='${sky}'/>${row}<rect y='410' width='800' height='190' fill='${ground}'/>${body}`;
}

const person = (x: number, y: number, shirt: string) =>
  `<circle cx='${x}' cy='${y}' r='22' fill='#b98055'/><path d='M${x - 34} ${y + 92} q0 -64 34 -64 q34 0 34 64 Z' fill='${shirt}'/>`;

const bin = (x: number, fill: string) =>
  `<rect x='${x}' y='360' width='120' height='170' rx='10' fill='${fill}'/><rect x='${x - 10}' y='336' width='140' height='30' rx='8' fill='#33413c'/><circle cx='${x + 24}' cy='540' r='16' fill='#222'/><circle cx='${x + 96}' cy='540' r='16' fill='#222'/>`;

const tree = (x: number, y: number, size: number) =>
  `<rect x='${x - size / 8}' y='${y}' width='${size / 4}' height='${size}' fill='#7a5637'/><circle cx='${x}' cy='${y - size / 4}' r='${size * 0.7}' fill='#3f7d4c'/><circle cx='${x - size / 2}' cy='${y + size / 8}' r='${size / 2}' fill='#4c8f58'/>`;

const flower = (x: number, y: number, fill: string) =>
  `<path d='M${x} ${y} v46' stroke='#356b3f' stroke-width='6'/><circle cx='${x}' cy='${y}' r='16' fill='${fill}'/><circle cx='${x}' cy='${y}' r='6' fill='#f7d774'/>`;

const road =
  "<path d='M0 600 L260 420 H540 L800 600 Z' fill='#5c6166'/><path d='M400 440 V470 M400 500 V540 M400 570 V600' stroke='#f2e7b1' stroke-width='10'/>";

const scenes = {
  lamp: () =>
    outdoors(
      night,
      "<path d='M400 150 L250 600 H620 Z' fill='#f7e3a0' opacity='0.25'/><rect x='470' y='140' width='16' height='420' fill='#8c97a3'/><path d='M478 148 H390' stroke='#8c97a3' stroke-width='14'/><ellipse cx='390' cy='158' rx='40' ry='16' fill='#fff3c4'/><circle cx='650' cy='90' r='36' fill='#f3efd8'/>",
    ),
  bins: (mood: Mood) =>
    outdoors(
      mood,
      `${bin(180, '#3d8b5f')}${bin(350, '#d69a2d')}${bin(520, '#3f6ea3')}<path d='M210 336 l20 -26 30 10 20 -18 10 34 Z' fill='#c9c2b2'/>`,
    ),
  guardPost: (mood: Mood) =>
    outdoors(
      mood,
      `<rect x='270' y='230' width='230' height='290' fill='#f5efe2'/><path d='M240 236 L385 150 L530 236 Z' fill='#1d6b63'/><rect x='310' y='280' width='150' height='90' fill='#8fc1cf'/><rect x='270' y='400' width='230' height='20' fill='#1d6b63'/>${person(385, 330, '#2f4a7a')}<path d='M500 500 H780' stroke='#d23c3c' stroke-width='16'/><path d='M540 500 H600 M660 500 H720' stroke='#fff' stroke-width='16'/>`,
    ),
  garden: (mood: Mood) =>
    outdoors(
      mood,
      `${tree(150, 380, 130)}${tree(660, 390, 110)}${['#d9506a', '#e8a13a', '#b35fc0', '#d9506a', '#f0c64b', '#e06f8b'].map((fill, index) => flower(270 + index * 56, 470 + (index % 2) * 40, fill)).join('')}`,
    ),
  drain: (mood: Mood) =>
    outdoors(
      mood,
      "<path d='M0 470 H800 V560 H0 Z' fill='#8d8f8c'/><path d='M0 490 H800 V545 H0 Z' fill='#4f6b73'/><path d='M120 505 q30 -14 60 0 t60 0 M420 525 q30 -14 60 0 t60 0' fill='none' stroke='#86a5ad' stroke-width='6'/><path d='M300 500 l40 -30 60 20 50 -24 30 44 Z' fill='#6b5a3e'/>",
    ),
  road: (mood: Mood) =>
    outdoors(
      mood,
      `${road}<ellipse cx='360' cy='525' rx='88' ry='26' fill='#33373a'/><ellipse cx='352' cy='521' rx='60' ry='15' fill='#23272a'/><path d='M560 540 l26 -90 26 90 Z' fill='#e2702b'/><path d='M573 500 h27' stroke='#fff' stroke-width='10'/>`,
    ),
  playground: (mood: Mood) =>
    outdoors(
      mood,
      "<path d='M180 540 L260 250 L340 540 M520 540 L600 250 L680 540 M260 250 H600' fill='none' stroke='#c8452f' stroke-width='16'/><path d='M360 250 V460 M420 250 V460' stroke='#555' stroke-width='6'/><rect x='346' y='456' width='90' height='16' fill='#7a5637'/><path d='M490 250 V430' stroke='#555' stroke-width='6'/><circle cx='490' cy='452' r='30' fill='none' stroke='#222' stroke-width='16'/>",
    ),
  meeting: () =>
    `<rect width='800' height='600' fill='#efe3cf'/><rect x='60' y='60' width='300' height='170' fill='#fff' stroke='#c9b896' stroke-width='8'/><path d='M90 190 l60 -50 60 30 60 -70 60 20' fill='none' stroke='#1d6b63' stroke-width='8'/><rect y='430' width='800' height='170' fill='#c7a67a'/>${['#1d6b63', '#b3502f', '#394f86', '#8a6a1f', '#7a3f63'].map((shirt, index) => person(130 + index * 135, 320 + (index % 2) * 14, shirt)).join('')}<rect x='40' y='440' width='720' height='60' rx='12' fill='#8b5e34'/><circle cx='220' cy='448' r='16' fill='#f5f5f0'/><circle cx='430' cy='448' r='16' fill='#f5f5f0'/><circle cx='610' cy='448' r='16' fill='#f5f5f0'/>`,
  flags: (mood: Mood) =>
    outdoors(
      mood,
      `<path d='M0 90 Q400 190 800 90' fill='none' stroke='#777' stroke-width='4'/>${Array.from(
        { length: 12 },
        (_, index) => {
          const x = 40 + index * 64;
          const y = 140 - ((x - 400) / 400) ** 2 * 40;
          return `<rect x='${x}' y='${y}' width='44' height='16' fill='#d7263d'/><rect x='${x}' y='${y + 16}' width='44' height='16' fill='#fff'/>`;
        },
      ).join(
        '',
      )}<rect x='396' y='200' width='12' height='340' fill='#d9d4c5'/>${person(290, 430, '#d7263d')}${person(500, 440, '#ffffff')}`,
    ),
  receipt: (mood: Mood) =>
    `<rect width='800' height='600' fill='${mood.far}'/><g transform='rotate(-4 400 300)'><rect x='250' y='40' width='300' height='530' fill='#fdfcf7'/><rect x='300' y='80' width='200' height='26' fill='#2c3a36'/>${Array.from(
      { length: 8 },
      (_, index) => {
        const y = 150 + index * 38;
        return `<rect x='280' y='${y}' width='${110 + ((index * 37) % 60)}' height='12' fill='#9aa3a0'/><rect x='470' y='${y}' width='50' height='12' fill='#9aa3a0'/>`;
      },
    ).join(
      '',
    )}<path d='M280 470 H520' stroke='#333' stroke-width='4'/><rect x='280' y='492' width='90' height='20' fill='#333'/><rect x='430' y='492' width='90' height='20' fill='#333'/></g>`,
} satisfies Record<string, (mood: Mood) => string>;

export type SceneName = keyof typeof scenes;

export function drawScene(name: SceneName, mood: Mood): string {
  return `<svg xmlns='http://www.w3.org/2000/svg' width='${width}' height='${height}' viewBox='0 0 ${width} ${height}'>${scenes[name](mood)}</svg>`;
}
