/**
 * What does the demo's assistant know about Mara's life at home? All of it is invented: a family of four and a dog in
 * Hamburg, who move to Copenhagen in the summer.
 *
 * Long because it is prose, one fact per line.
 */
import type { Block } from "./block.ts";

export const HOME: readonly Block[] = [
  {
    to: 20,
    as: { segment: "identity", tags: ["me"] },
    lines: `
      My name is Mara Lindholm.
      I was born on 9 June 1987 in Kiel.
      I am an engineering lead; before that I wrote firmware for navigation lights.
      I speak German, English and Danish, and enough Spanish to order dinner.
      My partner is Jonas Brandt.
      We have two children, Ella and Theo, and a dog called Biscuit.
      I wear glasses for distance and forget them in the car.
    `,
  },
  {
    to: 70,
    as: { segment: "preference", tags: ["me"] },
    lines: `
      I keep a strict vegetarian diet.
      I prefer answers that begin with the conclusion.
      I like my meetings before noon and my evenings empty.
      I take the train rather than fly whenever it is under nine hours.
      I want dates written out with the month as a word.
      I do not want jokes in work documents.
      I prefer window seats in the quiet coach.
      I like tea better than coffee, and green tea best.
      I prefer plain text e-mail without signatures.
      I never want to be reminded of anything before seven in the morning.
      I like hiking boots a size larger than my shoes.
      I read on paper and only buy ebooks for travel.
      I prefer to pay by bank transfer rather than by card.
      I want code reviews to name the worst problem first.
    `,
  },
  {
    as: { segment: "relationship", tags: ["family"] },
    to: 60,
    lines: `
      Jonas works as a physiotherapist at a clinic near the harbour.
      Ella is eight and goes to the second class.
      Theo is five and allergic to peanuts.
      My mother Ingrid lives in Kiel and grows dahlias.
      My brother Karl lives in Oslo and restores wooden boats.
      Karl's wife Solveig is a midwife.
      Lucia is my oldest friend; we shared a flat in Lisbon.
      Ben and Amira are our neighbours on the third floor.
      Jonas's parents, Renate and Dieter, live in Lübeck.
      Our au pair last year was called Mireia and came from Girona.
      Biscuit is a border terrier and afraid of balloons.
      My running partner is called Freya.
    `,
  },
  {
    as: { segment: "relationship", tags: ["birthday"], kind: "event", recurrence: "FREQ=YEARLY" },
    from: 10,
    to: 90,
    lines: `
      Ella's birthday is on 14 March.
      Theo's birthday is on 2 November.
      Jonas's birthday is on 27 August.
      My mother's birthday is on 5 January.
      Karl's birthday is on 18 May.
      Lucia's birthday is on 30 September.
      Priya's birthday is on 11 April.
    `,
  },
  {
    as: { segment: "context", tags: ["children"] },
    lines: `
      Ella lost her second front tooth at breakfast.
      Theo refuses to wear anything that is not green this week.
      Ella has a spelling test on the words with silent letters.
      Theo's nursery group walks to the fire station on Thursday.
      Ella wants to know why the moon is sometimes out in daylight.
      Theo built a ferry from the couch cushions and sold us tickets.
      Ella's class is rehearsing a play about the four winds; she is the east wind.
      Theo has a cough again and stays at home today.
      Ella swapped her scarf with Noor and neither will swap back.
      Theo asked whether fish get thirsty.
      Ella swam a whole length without the board.
      Theo's best friend is now Emil, and Oscar is out of favour.
      Ella's violin needs a new A string.
      The nursery is closed for staff training on the second Friday of the month.
      Theo learned to whistle and does nothing else.
      Ella is reading the third book about the lighthouse sisters.
      Theo has outgrown his rain trousers.
      Ella forgot her gym bag on the number 6 bus.
      Theo drew a map of our flat that has a secret room.
      Ella came second in the sack race and says first is overrated.
      Both children have nits; the shampoo is in the blue bag.
      Ella's school asks for old newspapers for papier mâché.
      Theo told the baker that I snore.
      Ella wants to be a harbour pilot, or a baker, or both.
      Theo's swimming course begins again after the holidays.
      Ella wrote to the mayor about the broken swing.
      The mayor's office answered Ella: the swing will be mended in spring.
      Theo counts to a hundred in Danish and skips the sixties.
      Ella's new teacher is called Ms Krogh and has a parrot.
      Theo found a dead starling and we buried it under the plum tree.
      Ella cried on the last day at her old school and was fine by the ferry.
      Theo calls the cargo bike "the bus".
      Ella joined the chess club at the new school.
      Theo has a loose tooth, his first.
      Ella beat me at chess in fourteen moves.
      The school photographer comes on Wednesday morning.
      Theo wants a lantern shaped like a whale for the procession.
      Ella is learning the bicycle licence rules by heart.
      Theo's nursery asks for spare socks, labelled.
      Ella has invited six children for the sleepover on Saturday.
    `,
  },
  {
    as: { segment: "knowledge", tags: ["cooking"] },
    lines: `
      Cooked mushroom risotto; Ella asked for seconds.
      Tried the lentil dal from Priya's recipe; needs more lime.
      The cauliflower curry was too hot for the children.
      Made potato pancakes with apple; nothing was left.
      Baked a rye loaf that did not rise; the starter needs feeding twice a day.
      The pumpkin gnocchi fell apart; dry the pumpkin in the oven first next time.
      Jonas made shakshuka on Sunday and burned the second pan.
      The chickpea stew froze well and fed us on Thursday.
      Theo ate three helpings of pea soup, unprompted.
      Beetroot burgers held together with oats instead of egg.
      We had pizza from the stall because the oven door was stuck.
      The spinach lasagne took two hours and was worth one of them.
      Miso aubergine, ten minutes longer than the recipe says.
      Pancakes for dinner, on Theo's orders.
      The tofu from the market is firmer than the one from the shop.
      Made twelve jars of plum jam with my mother.
      Courgette fritters again; the allotment gave us nine courgettes.
      Asparagus with new potatoes, first of the season.
      The cold cucumber soup was a success with everybody but Ella.
      Danish rye bread is heavier and keeps for a week.
      The new oven runs twenty degrees hot.
      Made smørrebrød with egg and cress for lunch boxes.
      Parsnip soup with pear, a keeper.
      Ella cooked omelettes alone for the first time.
      The sourdough starter survived the move in the cool box.
      Cardamom buns, second try: roll them thinner.
      Celeriac schnitzel fooled Dieter completely.
      Squash and sage pasta for the sleepover.
    `,
  },
  {
    as: { segment: "knowledge", tags: ["running"] },
    lines: `
      Ran 6.2 km around the Alster in 36 minutes; stiff knee.
      Ran 7 km with Freya, easy, talking all the way.
      Ran 5 km in sleet and would not do it again.
      Ran 8.4 km along the Elbe in 47 minutes.
      Intervals in the park: six times 400 metres.
      Ran 10 km for the first time this year, 58 minutes.
      Short run with Biscuit, who chased a swan.
      Ran 9 km to Blankenese and took the bus back.
      Hill repeats at the dyke, eight of them.
      Ran 12 km with Freya; the last two hurt.
      Tempo run, 6 km at 5:20.
      Ran 14 km; new shoes rub at the heel.
      Rest week: only yoga, and the knee is grateful.
      Ran 16 km along the canal, walked twice.
      Easy 5 km in Kiel before breakfast with a view of the ferries.
      Ran the half marathon in 2 hours 4 minutes.
      First run in Copenhagen: 6 km along the lakes.
      Ran 7.5 km to the sea and back, headwind both ways.
      Joined the Wednesday group at the lakes; they are fast.
      Ran 8 km at night with a head torch.
      Ran 5 km with Ella on her bike beside me.
      Ran 11 km through the deer park and met no deer.
      Ran 6 km in the rain; the new jacket holds.
      Ran 9.5 km in 53 minutes, best since spring.
    `,
  },
  {
    to: 235,
    as: { segment: "knowledge", tags: ["home", "hamburg"] },
    lines: `
      The boiler in the Hamburg flat is serviced by Petersen every October.
      The stopcock is behind the washing machine.
      The landlord, Mr Voss, prefers letters to phone calls.
      The spare key is with Ben and Amira.
      The third step of the cellar stairs is loose.
      Paper bins are emptied every other Tuesday.
      The smoke detector in the corridor needs a 9 volt block.
      The fuse for the oven is the second from the left.
      Our parking permit is valid until the end of August.
      The bicycle cellar code is written inside the meter cupboard.
      The kitchen tap needs a 12 millimetre washer.
      Bulky waste is collected if you call a week ahead.
      The balcony door sticks in damp weather; lift it as you close it.
      The heating reads too high when the sun is on the sensor.
      The intercom only works if the lower button is held.
      The bakery on the corner closes for three weeks in July.
    `,
  },
  {
    from: 236,
    as: { segment: "knowledge", tags: ["home", "copenhagen"] },
    lines: `
      The Copenhagen flat has district heating; the meter is in the stairwell.
      Waste is sorted into nine kinds here; the chart hangs on the fridge.
      The caretaker is called Flemming and answers texts at once.
      The washing room is booked on the board in the cellar, two hours at a time.
      Our cargo bike is parked under the arch, lock number two.
      The residents' meeting is on the first Monday of the month.
      The water here is hard: descale the kettle every three weeks.
      The nearest pharmacy open on Sundays is at the central station.
      The roof terrace key hangs beside the post boxes.
      The doctor's practice takes calls from eight to nine only.
      The children's library lends board games for a month.
      The back stairs must be kept free of shoes, Flemming says.
      The harbour bath opens on the first of June.
      Packages go to the kiosk if nobody opens.
      The neighbour below, Mrs Winther, practises the clarinet at four.
      The recycling yard is closed on Wednesdays.
      The windows are washed twice a year, in April and October.
      The flat's energy label is C.
    `,
  },
  {
    as: { segment: "knowledge", tags: ["health"] },
    lines: `
      My physiotherapist says ten minutes of calf raises a day.
      Theo's peanut allergy was confirmed by Dr Albers with a blood test.
      Theo's adrenaline pen is in the red pouch, a second one is at the nursery.
      Ella's vaccination booklet is in the blue folder.
      My blood pressure was 118 over 76 at the check-up.
      The dentist wants to see me every six months.
      I get migraines from skipped meals and from red wine.
      The knee brace goes on before the run, not after.
      Jonas has hay fever from birch in April.
      Ibuprofen upsets my stomach; paracetamol does not.
      Biscuit is vaccinated against rabies until next May.
      Biscuit must not have grapes or onions.
      My optician has the prescription on file: minus 1.75 on both sides.
      The iron tablets go with orange juice.
      Ella is short-sighted on the left eye only.
      The children's doctor in Copenhagen is Dr Holm.
      Physiotherapy in Denmark needs a referral from the doctor.
      Theo can have almonds; it is only peanuts.
      My last tetanus shot was three years ago.
      Sleep is better when the phone stays in the kitchen.
    `,
  },
  {
    as: { segment: "knowledge", tags: ["reading"] },
    lines: `
      Finished a novel about a lighthouse keeper's daughter; the ending is rushed.
      Started the history of container shipping and cannot stop.
      The book club chose the one about the glass blowers.
      Gave up on the thriller after the third coincidence.
      Reading the letters of a botanist aloud to Jonas.
      The essay collection on attention is better in small portions.
      Finished the biography of the cartographer; lend it to Karl.
      Ella and I are on chapter nine of the lighthouse sisters.
      The new translation of the sagas is dry and wonderful.
      Bought a cookbook for its photographs.
      The book club argued about the glass blowers until eleven.
      Reading a Danish crime novel slowly, with a dictionary.
      Finished the book on habits; keep the chapter about mornings.
      The poetry collection from Lucia is for the train.
      Re-read the firmware book from university and laughed at my notes.
      The comic about the polar expedition is a hit with Theo.
    `,
  },
  {
    from: 30,
    as: { segment: "knowledge", tags: ["money"] },
    lines: `
      Child benefit is paid on the fourteenth.
      The household account has a buffer of three months.
      Jonas pays the electricity, I pay the internet.
      The tax return is due on 31 July.
      Our household insurance covers bicycles up to 2,000 euros each.
      The savings plan for the children is 50 euros a month each.
      The deposit for the Hamburg flat is in a blocked account.
      Danish tax cards are issued online within a week.
      The removal costs can be deducted this year.
      The cargo bike is insured until next September.
      The nursery fee is due on the first of the month.
      We lend Karl 600 euros for the mast; he pays back in October.
    `,
  },
  {
    from: 70,
    to: 330,
    as: { segment: "knowledge", tags: ["garden"] },
    lines: `
      The allotment is number 41, behind the plum trees.
      Peas went into the ground in the first week of April.
      The rhubarb may be picked until midsummer and not after.
      Tomatoes on the balcony need water twice a day in July.
      The slugs leave the mint alone and ruin everything else.
      My mother's dahlias want potash in August.
      The courgettes came up twice; one row is enough for us.
      The plum tree carries every other year.
      Strawberries under straw stay clean.
      The compost is turned in March and in October.
      The water butt leaks at the tap; a rubber ring helped.
      The beans climbed over the neighbour's fence and he kept them.
      Garlic is planted when the clocks go back.
      The allotment is given back at the end of the season.
      Theo planted a cork to see what happens.
      The rosemary came with us to Copenhagen and sulks.
    `,
  },
  {
    from: 12,
    as: { segment: "knowledge", tags: ["music", "film"] },
    lines: `
      Ella practises the minuet in G for the spring concert.
      Jonas hums the ferry song when he is nervous.
      The film about the last whaling station is too sad for the children.
      The string quartet in the old post office was the best evening in Utrecht.
      Freya lent me the record with the harbour sounds.
      The series about the archivists has three good episodes.
      Theo wants the song about the snail at every bedtime.
      Priya's sitar concert began an hour late and was wonderful.
      The documentary on tidal mills belongs in the Compass reading list.
      The choir in the courtyard looks for altos.
      Mrs Winther plays the clarinet concerto in December.
      Ella's violin teacher in Copenhagen is called Signe.
      The open-air cinema shows the lighthouse film in August.
      Karl sent a recording of his boat's engine as a ringtone.
    `,
  },
];
