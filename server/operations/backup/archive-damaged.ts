export class ArchiveDamaged extends Error {}
