package losses

import _ "github.com/halma-solve/halma-solve/cache/files/withoutsync" // no test here cuts the power
