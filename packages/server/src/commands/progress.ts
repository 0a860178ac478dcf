// The steps of a first start, each printed as it begins. On stderr: stdout belongs to the results of commands.
export const showProgress = (step: string): void => {
  process.stderr.write(`${step}…\n`)
}
