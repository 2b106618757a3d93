"""Write examples/reviews.csv: 1,200 invented hotel reviews with an id, a date and a rating.

    python examples/make_reviews.py           write the file
    python examples/make_reviews.py --check   fail if the file differs from what this would write

The sentences are made from the patterns below, always with the same random numbers, so every
machine and every Python version gets the same file. The examples in README and docs use it.
"""

import csv
import io
import re
import sys
from datetime import date, timedelta
from pathlib import Path
from random import Random

PATH = Path(__file__).with_name("reviews.csv")
N_REVIEWS = 1200
FIRST_DAY = date(2024, 1, 1)
N_DAYS = 730

# A theme has sentence patterns; {a|b|c} stands for one of its alternatives.
THEMES: dict[str, list[str]] = {
    "breakfast": [
        "{Breakfast|The buffet} had {fresh|warm} {bread|croissants|rolls}, {eggs|cheese|fruit} "
        "and {good|strong|weak} coffee.",
        "The {coffee|tea|orange juice} at breakfast was {excellent|cold|watery}.",
        "We loved the {pancakes|waffles|omelette} and the {homemade jam|honey|yoghurt}.",
        "The buffet {ran out of|never had enough} {bread|fruit|eggs} after nine.",
        "Vegetarians find {cheese, fruit and cereal|only cereal and toast} at the buffet.",
        "Fresh {juice|fruit|bread} and eggs cooked to order at breakfast.",
    ],
    "dinner": [
        "The restaurant serves {great|average|overpriced} {fish|steak|pasta} and local wine.",
        "Dinner was {delicious|disappointing}: the {soup|steak|dessert} came {lukewarm|perfect}.",
        "The menu offers {pasta|salads|seafood} and a long wine list.",
        "Our waiter recommended the {fish|lamb|dessert} and a {red|white} wine.",
        "We ordered {cocktails|wine} at the bar and {tapas|burgers} from the menu.",
        "The chef cooks with {local|seasonal} ingredients, and the dessert menu changes daily.",
    ],
    "room": [
        "The room was {spacious|tiny|bright} with a {comfortable|soft|saggy} {bed|mattress}.",
        "Our {bed|mattress} was {comfortable|too hard} and the pillows were {fluffy|flat}.",
        "The room had a {large|small} {wardrobe|desk|sofa} and a view of the {garden|street}.",
        "From the balcony we had a view of the {mountains|garden|rooftops}.",
        "The furniture is {modern|worn}: {wardrobe|desk|armchair}, lamp and carpet.",
        "{Curtains|Blankets} and pillows looked {new|old}, and the carpet was {clean|stained}.",
    ],
    "bathroom": [
        "The shower had {good pressure|barely any pressure} and the water was {hot|lukewarm}.",
        "The bathroom was {spotless|mouldy|cramped}, with {thick|thin} towels.",
        "{Towels|Soap and shampoo} were replaced {every day|only once}.",
        "The {sink|toilet|drain} was {leaking|blocked} and the floor stayed wet.",
        "A {bathtub|rain shower} with hot water, {soft towels|good shampoo} and a hairdryer.",
        "The tiles and the mirror in the bathroom were {sparkling|dirty}.",
    ],
    "noise": [
        "We could hear {traffic|music|the lift} all night through the thin walls.",
        "The street is {noisy|quiet} at night, so bring {earplugs|a book}.",
        "The air conditioning was {loud|silent} and we {slept badly|slept well}.",
        "{Neighbours|Guests} shouting in the corridor woke us at {three|four|five} in the night.",
        "Thanks to double windows we heard no traffic and slept {deeply|like babies}.",
        "Loud music from the {bar|club} next door kept us awake until {two|three}.",
    ],
    "staff": [
        "The {receptionist|manager|concierge} was {friendly|rude|helpful} and {smiled|shrugged}.",
        "Check-in took {five|forty} minutes because reception was {well organised|understaffed}.",
        "The staff {went out of their way to help|ignored our questions} at check-in.",
        "Reception {upgraded us|lost our booking} and the manager {apologised|was polite}.",
        "A {friendly|patient} concierge {printed our tickets|carried our luggage} to the desk.",
        "The desk kept our luggage after check-out, and the staff {spoke English|were kind}.",
    ],
    "location": [
        "The hotel is {five|ten} minutes on foot from the {station|old town|cathedral}.",
        "The {metro|tram|bus} stops {outside|around the corner} and goes to the {airport|centre}.",
        "You can walk to {museums|shops|the harbour} and the old town.",
        "The location is {perfect|remote}: the nearest {metro|tram} station is {close|far away}.",
        "A taxi from the airport to the centre costs {twenty|thirty} euros; the train is cheaper.",
        "{Museums|Shops|Markets} and the river are within walking distance of the station.",
    ],
    "pool": [
        "The pool was {warm|freezing|crowded} and the {sauna|steam room} relaxing.",
        "We spent the afternoon at the pool, on {sunbeds|loungers} in the sun.",
        "The spa offers {massages|a sauna|yoga} and a {small|modern} gym.",
        "All {sunbeds|loungers} at the pool were taken by {eight|nine} in the morning.",
        "The {massage|sauna} in the spa was {wonderful|expensive}.",
        "The gym has {treadmills|weights|bikes} and looks out on the pool.",
    ],
    "internet": [
        "The wifi was {fast|slow|unstable} and the password {simple|hard to find}.",
        "Video calls {worked|dropped} because the wifi signal is {strong|weak} on our floor.",
        "I had to work: the {desk lamp|socket|internet} was {fine|broken}.",
        "Sockets next to the desk, {fast|free} internet and a {printer|screen} for work.",
        "The television had {many channels|no signal} and streaming over wifi was {smooth|slow}.",
        "My laptop lost the wifi connection every {hour|few minutes}.",
    ],
    "price": [
        "The price was {fair|too high} for what you get; parking costs {ten|twenty} euros extra.",
        "We paid a {city tax|deposit} and a fee for {parking|late check-out} on top of the price.",
        "They charged my card {twice|correctly} and the refund took {days|weeks}.",
        "Booking {online|directly} was {cheaper|more expensive}; the discount {applied|vanished}.",
        "The garage is {narrow|safe}; parking the car costs extra per night.",
        "Great value: a {low|fair} price, free parking and no hidden fees on the bill.",
    ],
    "children": [
        "Our {kids|children} loved the playground and the {games|slide|ping-pong table}.",
        "The {crib|cot|high chair} for our baby was ready when we arrived.",
        "A family room with {bunk beds|toys} kept the children happy.",
        "The kids' club organises {games|painting|a treasure hunt} for the family.",
        "Travelling with a {baby|toddler} was easy: a {crib|pushchair} and toys were provided.",
        "There is {little|a lot} for teenagers, but toddlers love the playground.",
    ],
}
OPENINGS = [
    "We stayed {two|three|four} nights.",
    "A {short|long} weekend.",
    "Our {second|third} stay here.",
    "I travelled {alone|with my family|for work}.",
    "Stayed in {spring|summer|autumn|winter}.",
]
PLEASED = ["Recommended.", "We will come back.", "Lovely stay."]
ANNOYED = ["Never again.", "Not recommended.", "We expected better."]
_CHOICE = re.compile(r"\{([^}]*)\}")


def sentence(pattern: str, random: Random) -> str:
    """The pattern with one alternative of each choice."""
    return _CHOICE.sub(lambda found: random.choice(found.group(1).split("|")), pattern)


def review(day: date, random: Random) -> tuple[int, str]:
    """The rating and the text of a review written on `day`."""
    names = list(THEMES)
    # Guests write about the pool in summer, and more and more about the internet.
    weights = [1.0] * len(names)
    weights[names.index("pool")] = 2.5 if 6 <= day.month <= 8 else 0.4
    weights[names.index("internet")] = 0.4 + 1.6 * (day - FIRST_DAY).days / N_DAYS
    n_themes = random.choices([1, 2, 3], [3, 4, 2])[0]
    chosen: list[str] = []
    while len(chosen) < n_themes:
        name = random.choices(names, weights)[0]
        if name not in chosen:
            chosen.append(name)
    rating = random.choices([1, 2, 3, 4, 5], [2, 2, 3, 5, 5])[0]
    sentences = [sentence(random.choice(OPENINGS), random)] if random.random() < 0.4 else []
    for place, name in enumerate(chosen):
        n_sentences = random.choice([2, 3, 4]) if place == 0 else random.choice([1, 2])
        sentences += [sentence(p, random) for p in random.sample(THEMES[name], n_sentences)]
    if random.random() < 0.5 and rating != 3:
        sentences.append(random.choice(PLEASED if rating > 3 else ANNOYED))
    return rating, " ".join(sentences)


def reviews_csv() -> str:
    """The whole file."""
    random = Random(7)
    days = sorted(random.randrange(N_DAYS) for _ in range(N_REVIEWS))
    table = io.StringIO()
    writer = csv.writer(table, lineterminator="\n")
    writer.writerow(["id", "date", "rating", "text"])
    for number, offset in enumerate(days, 1):
        day = FIRST_DAY + timedelta(days=offset)
        rating, text = review(day, random)
        writer.writerow([f"r{number:04}", day.isoformat(), rating, text])
    return table.getvalue()


def main() -> None:
    """Write or check the file."""
    if "--check" in sys.argv[1:]:
        if PATH.read_text(encoding="utf-8") != reviews_csv():
            sys.exit(f"{PATH.name} differs from what {Path(__file__).name} writes")
    else:
        PATH.write_text(reviews_csv(), encoding="utf-8")


if __name__ == "__main__":
    main()
