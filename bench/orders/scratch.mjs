// scratch
const { createBenchDatabase } = await import('./fixture.mjs')
const t = await createBenchDatabase({ url: 'postgres://freehold@127.0.0.1:55999/postgres' }, process.argv[2], { past: Number(process.argv[3]), forSale: Number(process.argv[4]) })
console.log(JSON.stringify(t))
process.exit(0)
