/**
 * Is an answer that only hearsay has still found, when the owner has said nothing about it?
 *
 * Each case is a question and the one fact that answers it, from an agent or from somebody's message (class 1).
 * Written for this measurement, before the ranking that it measures; `halfOf` of the question says to which half
 * a case belongs.
 */
import type { HearsayCase } from "./hearsay-among-own.ts";

const agent = (question: string, answer: string): HearsayCase => ({
  question,
  source: "agent",
  answer,
  own: [],
});
const peer = (question: string, answer: string): HearsayCase => ({
  question,
  source: "channel_message",
  answer,
  own: [],
});

export const HEARSAY_ALONE: readonly HearsayCase[] = [
  agent(
    "Which compiler flag fixed the segfault?",
    "Building with -fno-strict-aliasing made the segfault go away.",
  ),
  peer("Who found the lost umbrella?", "Found an umbrella with a duck handle in the cloakroom, ask Perrin."),
  agent(
    "What does the gasket kit for the Moka cost?",
    "A gasket kit for the Moka is 6.90 at the hardware store.",
  ),
  peer("When is the fire drill?", "Heads-up: fire drill on Wednesday at 10:15, use the back stairs."),
  agent("What is the melting temperature of beeswax?", "Beeswax melts at roughly 62 to 64 degrees Celsius."),
  peer(
    "Which florist does Cosima recommend?",
    "For flowers try Blütenwerk in the arcade, Cosima swears by it.",
  ),
  agent("How do I reset the thermostat?", "Hold both arrows for ten seconds and the thermostat resets."),
  peer(
    "Where was the stolen scooter seen?",
    "Somebody saw the stolen scooter by the canal lock this morning.",
  ),
  agent("Which quarter had the highest churn?", "Churn was highest in the second quarter, at 4.1 percent."),
  peer(
    "What is the lunch special at Saffron House?",
    "Saffron House has dal with spinach as lunch special till Friday.",
  ),
  agent(
    "Who holds the record for the Cresta descent?",
    "The record on the Cresta descent is held by Aurelio Pini, 49.92 seconds.",
  ),
  peer("Why is the lift out of order?", "Lift is out: a cable sensor failed, the technician ordered it."),
  agent("What file format does the plotter accept?", "The plotter accepts HPGL and plain SVG, no PDF."),
  peer(
    "Which vaccine did the travel clinic run out of?",
    "The travel clinic has no typhoid vaccine left until the 20th.",
  ),
  agent(
    "How many parking spaces does Marlowe Centre have?",
    "Marlowe Centre has 340 parking spaces on three decks.",
  ),
  peer("Who is moderating the panel on tidal power?", "Tidal power panel: Ngozi will be moderating."),
  agent(
    "What licence is the Quillfont released under?",
    "Quillfont is released under the SIL Open Font License 1.1.",
  ),
  peer("When does the ice rink close for the season?", "The ice rink shuts for the season on 16 March."),
  agent(
    "Which port does the metrics exporter listen on?",
    "The metrics exporter listens on port 9187 by default.",
  ),
  peer(
    "What did the beekeeper say about the swarm?",
    "About the swarm in the plum tree: I'll box it tonight. The beekeeper",
  ),
  agent(
    "What is the tallest tree in the arboretum?",
    "The tallest tree in the arboretum is a grand fir of 47 metres.",
  ),
  peer(
    "Which stall sells the smoked trout?",
    "Smoked trout: the green stall next to the fountain, only until noon.",
  ),
  agent("How do you say thank you in Faroese?", "In Faroese thank you is takk fyri."),
  peer("Where are the spare fuses?", "Spare fuses are in the tin with the sailing ship on it."),
  agent("What is the maximum load of the hoist?", "The plate on the hoist states a maximum load of 250 kg."),
  peer("Who is the new caretaker?", "Hello all, I am Zoltán, your new caretaker."),
  agent("Which library parses the GEDCOM files?", "GEDCOM files are parsed with the ged-reader crate."),
  peer("What time is the lunar eclipse?", "Lunar eclipse tonight, totality at 23:12, bring blankets."),
  agent(
    "How many species of newt live in the quarry pond?",
    "Three species of newt were counted in the quarry pond.",
  ),
  peer("What is the dress code for the gala?", "Gala dress code is black tie, no trainers please."),
  agent("Which constellation is Vega in?", "Vega belongs to the constellation Lyra."),
  peer(
    "Who broke the vending machine?",
    "It was me, the vending machine swallowed my coin and I kicked it. Rolf",
  ),
  agent("What is the shelf life of opened tahini?", "Opened tahini keeps about six months in the fridge."),
  peer(
    "Which street is closed for the marathon?",
    "Marathon day: Castle Street is closed from 7 to 15 o'clock.",
  ),
  agent("What is the dielectric constant of mica?", "Mica has a dielectric constant between 5.4 and 8.7."),
  peer("How much did the charity concert raise?", "Charity concert total: 5,870 raised, thank you all!"),
  agent("When did the Sable Lantern sink?", "The schooner Sable Lantern sank on 4 December 1891."),
  peer("Which trail has the fallen oak?", "A fallen oak blocks the yellow trail past the chapel."),
  agent(
    "What is the default retry limit of the queue?",
    "The queue gives up after 7 retries unless told otherwise.",
  ),
  peer("Who is selling the accordion?", "Accordion for sale, hardly played, call Madame Fournier."),
  agent("How long does yeast dough need at 5 degrees?", "At 5 degrees a yeast dough needs about 18 hours."),
  peer("What is the name of the substitute teacher?", "The substitute teacher this week is called Mr Obuya."),
  agent("Which gene was knocked out in strain K12-b?", "In strain K12-b the gene lacZ is knocked out."),
  peer(
    "When do the clocks in the tower get repaired?",
    "The tower clocks will be repaired in the week after Whitsun.",
  ),
  agent("What is the postcode of Little Hampden?", "Little Hampden has the postcode HP16 9PS."),
  peer("Where does the puppet theatre perform?", "Puppet theatre performs in the old tram depot this year."),
  agent("How many rows are in the census table?", "The census table holds 1,204,553 rows."),
  peer(
    "Which beach has jellyfish at the moment?",
    "Careful, jellyfish at Sandling beach, the others are fine.",
  ),
  agent("What voltage does the lamp transformer put out?", "The lamp transformer puts out 11.6 volts."),
  peer("Who is judging the pie contest?", "Pie contest judges: the mayor, and Florence from the mill."),
  agent("Which font is on the old station sign?", "The old station sign is set in Rail Alphabet."),
  peer(
    "What is the meeting point for the bat walk?",
    "Bat walk: meeting point is the sluice, bring torches.",
  ),
  agent(
    "How do I descale a samovar?",
    "Descale a samovar with citric acid, one spoon a litre, and rinse twice.",
  ),
  peer("Which apartment has the noisy drummer?", "The drummer is in apartment 5C, I asked."),
  agent("What is the atomic number of hafnium?", "Hafnium has the atomic number 72."),
  peer(
    "When is the glass container emptied?",
    "Glass container gets emptied on the second Monday, says the town.",
  ),
  agent(
    "Which tide table applies to Rosspoint?",
    "For Rosspoint use the Castlebay tide table minus 25 minutes.",
  ),
  peer("Who repaired the carousel?", "The carousel runs again, thanks to old Mr Tamm."),
  agent("What is the recommended torque for the stem bolts?", "Stem bolts take 5 newton metres of torque."),
  peer(
    "Why is the mural being painted over?",
    "The mural gets painted over because the plaster is crumbling.",
  ),
  agent(
    "Which museum owns the Viborg hoard?",
    "The Viborg hoard is owned by the National Museum in Copenhagen.",
  ),
  peer(
    "How many tickets are left for the puppet gala?",
    "Only 14 tickets left for the puppet gala on Saturday.",
  ),
];
