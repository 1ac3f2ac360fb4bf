/** The kernel of a camera that moves while it takes a photo. */
export function movement(lengthPx: number, degrees: number) {
  const radius = Math.ceil(lengthPx / 2);
  const side = 2 * radius + 1;
  const kernel = new Array<number>(side * side).fill(0);
  const steps = 200;
  for (let step = 0; step < steps; step++) {
    const along = (step / (steps - 1) - 0.5) * lengthPx;
    const x = Math.round(radius + along * Math.cos((degrees * Math.PI) / 180));
    const y = Math.round(radius + along * Math.sin((degrees * Math.PI) / 180));
    kernel[y * side + x] = (kernel[y * side + x] ?? 0) + 1 / steps;
  }
  return { width: side, height: side, kernel, scale: 1 };
}
