/** What leads the demo onto the path on which its test goes green. */
export const hint = 'Hint: rounding belongs after the sum.';
