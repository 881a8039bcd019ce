/** The parts of a programme's file. */
export const programmeSections = ['offers', 'stages', 'tiers', 'rules', 'fields', 'templates'] as const
export type ProgrammeSection = (typeof programmeSections)[number]
