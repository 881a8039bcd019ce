// The journeys that `npm test` runs, by the names of their files in test/e2e. The others run in `npm run test:all`.
export const storiesOfEveryChange = []
