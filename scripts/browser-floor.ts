/** The oldest browsers that Cairn is made for: docs/phones.md says why these. */
export const browserFloor = {
  chrome: "111",
  chrome_android: "111",
  edge: "111",
  firefox: "128",
  firefox_android: "128",
  safari: "16.4",
  safari_ios: "16.4",
} as const;

/** The same for the bundler, which writes newer syntax in an older one. */
export const buildTarget = [
  `chrome${browserFloor.chrome}`,
  `edge${browserFloor.edge}`,
  `firefox${browserFloor.firefox}`,
  `safari${browserFloor.safari}`,
  `ios${browserFloor.safari_ios}`,
];
