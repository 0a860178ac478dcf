// The registry simulator for others: tests, and the command that starts it.
export { type Certificate, createCertificate } from './certificate.ts'
export {
  createLabelFaults,
  createRandomFaults,
  FAULT_NAMES,
  FAULTS,
  type FaultContext,
  type FaultName,
  type FaultSource,
  isFaultName,
} from './faults.ts'
export { addYears, toCalendarDate } from './rules.ts'
export { type Simulator, type SimulatorOptions, startSimulator } from './server.ts'
export type { CommandRecord } from './session.ts'
export { fileStore, memoryStore, type RegistryState, type RegistryStore, type SimulatedDomain } from './state.ts'
