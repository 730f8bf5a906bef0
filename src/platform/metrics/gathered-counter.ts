/** A counter of what happens with every move: prom-client looks a series up anew with each increment, so they are gathered here until somebody reads. */
import { Counter, type CounterConfiguration } from 'prom-client'

/** With one label, whose value is counted. */
export function gatheredCounter<Label extends string>(
  settings: CounterConfiguration<Label> & { readonly labelNames: readonly [Label] },
): (value: string) => void {
  const { labelNames } = settings
  const gathered = new Map<string, number>()
  new Counter<string>({
    ...settings,
    collect() {
      for (const [value, times] of gathered) this.inc({ [labelNames[0]]: value }, times)
      gathered.clear()
    },
  })
  return (value) => void gathered.set(value, (gathered.get(value) ?? 0) + 1)
}
